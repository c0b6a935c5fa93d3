// Plain JavaScript, so that an old Node reaches the sentence below instead of a syntax error.
import { isOldNode, NEEDED } from './own-node.js';

if (isOldNode) {
  process.stderr.write(
    `Letterslot needs Node.js ${NEEDED} or newer, but this is ${process.version}: ` +
      'install a newer Node.js, or install Letterslot again without --omit=optional, which brings one along.\n',
  );
  process.exit(78);
}
