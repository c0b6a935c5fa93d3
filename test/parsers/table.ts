import { DOCUMENT_PARSERS } from './documents.ts';
import { FIELD_PARSERS } from './fields.ts';
import { FILE_PARSERS } from './files.ts';
import { FORM_PARSERS } from './forms.ts';
import { HEADER_PARSERS } from './headers.ts';
import { KEY_PARSERS } from './keys.ts';
import { MAIL_PARSERS } from './mails.ts';
import { NEIGHBOUR_PARSERS } from './neighbours.ts';
import { OPERATOR_PARSERS } from './operator.ts';
import { PAGE_PARSERS } from './pages.ts';
import type { Parser } from './parser.ts';
import { REPORT_PARSERS } from './reports.ts';
import { TOKEN_PARSERS } from './tokens.ts';

/** Every parser of what comes from outside. */
export const PARSERS: readonly Parser[] = [
  ...FORM_PARSERS,
  ...FIELD_PARSERS,
  ...FILE_PARSERS,
  ...DOCUMENT_PARSERS,
  ...TOKEN_PARSERS,
  ...HEADER_PARSERS,
  ...KEY_PARSERS,
  ...MAIL_PARSERS,
  ...REPORT_PARSERS,
  ...NEIGHBOUR_PARSERS,
  ...OPERATOR_PARSERS,
  ...PAGE_PARSERS,
];
