// What is hidden by a box that is not ticked: claims of a verdict, the section of a paper. A figure without a claim that
// is shown goes too.
(() => {
  const form = document.getElementById("filter");
  const apply = () => {
    const off = name => [...form.querySelectorAll(`input[name=${name}]`)].filter(b => !b.checked).map(b => b.value);
    const verdicts = off("verdict"), papers = off("paper");
    for (const claim of document.querySelectorAll("li.claim"))
      claim.hidden = verdicts.some(v => claim.classList.contains(v));
    for (const cell of document.querySelectorAll("td.claim"))
      cell.style.opacity = verdicts.some(v => cell.classList.contains(v)) ? 0.2 : "";
    for (const section of document.querySelectorAll("section.study")) {
      section.hidden = papers.includes(section.id);
      for (const figure of section.querySelectorAll("article")) {
        const claims = [...figure.querySelectorAll(".claim")];
        figure.hidden = claims.length > 0 && claims.every(c => c.hidden || c.style.opacity);
      }
    }
  };
  form.addEventListener("change", apply);
})();
