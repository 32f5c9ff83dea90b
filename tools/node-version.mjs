/** Refuses a Node that is too old with a clear message; written so that old versions can parse it. */
const found = process.versions.node.split('.').map(Number);

if (found[0] < 20 || (found[0] === 20 && found[1] < 19)) {
  console.error(
    'Tern needs Node 20.19 or newer; this is ' + process.version + '. See https://nodejs.org',
  );
  process.exit(1);
}
