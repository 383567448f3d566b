// Debian's three.js comes without types; ours are those of motion.ts and viewer.ts.
declare module "three";
