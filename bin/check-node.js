// Plain JavaScript, so that an old Node reaches the sentence below instead of a syntax error.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Letterslot needs Node.js ${NEEDED} or newer, but this is ${process.version}: ` +
      'install a newer Node.js, or in a checkout run it with "npm start" after an install without ' +
      '--omit=optional.\n',
  );
  process.exit(78);
}
