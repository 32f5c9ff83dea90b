/** Refuses a Node that is too old with a sentence instead of a stack; written so that an old Node can read it. */
const found = process.versions.node.split('.').map(Number);

if (found[0] < 20 || (found[0] === 20 && found[1] < 19)) {
  console.error(
    'Tern needs Node 20.19 or newer; this is ' + process.version + '. See https://nodejs.org',
  );
  process.exit(1);
}
