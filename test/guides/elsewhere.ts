import type { Block } from './blocks.ts';

/** Blocks that the walk leaves out, by a text of theirs: which test reads them, or why none can. */
type Row = { page: string; block: string } & ({ by: string } | { because: string });

const NEEDS = {
  docker: 'needs Docker; test/deploy/image.heavy.ts builds and runs the image where it is there',
  client: 'needs a client of another vendor, who is logged in',
};

export const ELSEWHERE: readonly Row[] = [
  {
    page: 'README.md',
    block: 'npm ci --omit=dev && npm start',
    by: 'test/install/readme.heavy.ts',
  },
  {
    page: 'README.md',
    block: 'letterslot setup',
    because: 'asks: test/cli/setup.heavy.ts answers on a terminal',
  },
  {
    page: 'docs/bounces.md',
    block: 'letterslot bounce --recipient',
    by: 'test/neighbours/postfix-bounce.neighbour.ts',
  },
  { page: 'docs/deploying.md', block: '--profile https', because: NEEDS.docker },
  { page: 'docs/deploying.md', block: 'compose exec', because: NEEDS.docker },
  { page: 'docs/deploying.md', block: 'docker build', because: NEEDS.docker },
  {
    page: 'docs/deploying.md',
    block: 'enable --now letterslot\n',
    by: 'test/neighbours/systemd-guide.ts',
  },
  {
    page: 'docs/deploying.md',
    block: 'letterslot-backup.timer',
    by: 'test/neighbours/systemd-guide.ts',
  },
  {
    page: 'docs/deploying.md',
    block: 'npm install ./letterslot',
    by: 'test/install/package.heavy.ts',
  },
  { page: 'docs/deploying.md', block: 'kubectl', because: 'needs a cluster' },
  { page: 'docs/mcp.md', block: 'claude mcp add', because: NEEDS.client },
  { page: 'docs/mcp.md', block: 'codex mcp add', because: NEEDS.client },
  { page: 'docs/mcp.md', block: 'gemini mcp add', because: NEEDS.client },
  { page: 'docs/operating.md', block: 'rspamc', by: 'test/neighbours/rspamd.neighbour.ts' },
  {
    page: 'docs/sending-mail-details.md',
    block: 'doctor --mail',
    by: 'test/neighbours/own-postfix.ts',
  },
  {
    page: 'docs/sending-mail-details.md',
    block: 'opendkim-genkey',
    by: 'test/neighbours/own-postfix.ts',
  },
];

/** Pages that test/neighbours/guides.neighbour.ts walks, with programs of Debian. */
export const DEBIAN_GUIDES = ['docs/collect.md', 'docs/encryption.md'] as const;

export const rowsOf = ({ page, text }: Block): readonly Row[] =>
  ELSEWHERE.filter((row) => row.page === page && `${text}\n`.includes(row.block));

export const isElsewhere = (block: Block): boolean => rowsOf(block).length > 0;
