// Plain JavaScript, so that an old Node reaches the sentence below instead of a syntax error.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Letterslot needs Node.js ${NEEDED} or newer, but this is ${process.version}: ` +
      'start it by "bin/letterslot" or "npx letterslot", which finds the one that npm brought along, ' +
      'or install a newer Node.js.\n',
  );
  process.exit(78);
}
