"""Tables of Arrow, and files of Parquet."""

from __future__ import annotations

import io
import os
from typing import Any

from ._files import write_whole
from ._optional import optional_package


def arrow_table(columns: dict[str, Any], facts: dict[str, Any], needed_by: str = "to_arrow") -> Any:
    """The columns, with the facts as metadata of the schema."""
    table = optional_package("pyarrow", needed_by).table(columns)
    return table.replace_schema_metadata({f"polhode.{name}": str(value) for name, value in facts.items()})


def write_parquet(file: str | os.PathLike[str], columns: dict[str, Any], facts: dict[str, Any]) -> None:
    table = arrow_table(columns, facts, "to_parquet")
    made = io.BytesIO()
    optional_package("pyarrow.parquet", "to_parquet").write_table(table, made)
    write_whole(file, made.getvalue())
