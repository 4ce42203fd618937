// Exits with 0 where this Node can build, lint and test the pages.
const [major, minor] = process.versions.node.split('.').map(Number);
process.exit(major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19) ? 0 : 1);
