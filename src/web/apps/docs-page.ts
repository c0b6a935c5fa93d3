import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorRow } from '../../contract/error-codes.ts';
import { FORM_TYPE, PARAMETERS, TAGS, type Operation } from '../../contract/operation.ts';
import {
  OPERATION_IDS,
  operationOf,
  OPERATIONS,
  type OperationId,
} from '../../contract/operations.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { allowLogo, type Operator } from '../pages/operator.ts';
import { PAGE_HEADERS, renderFacts, renderPage } from '../pages/page.ts';
import { PACKAGE } from './assets.ts';

/** The page's facts about the deployment. */
export interface DocsFacts {
  /** The public URL. A free port is known only once the service listens. */
  base: () => string;
  /** Where its source code is. */
  source: string;
}

export const docsHeaders = (operator: Operator) => ({
  ...PAGE_HEADERS,
  'content-security-policy': allowLogo(PAGE_HEADERS['content-security-policy'], operator),
  'content-language': 'en',
  vary: 'Accept-Encoding',
});

/** First steps in this order, with notes on each. */
const FIRST_CALLS = {
  createRoute:
    'The answer has the form_id, the endpoint and the management_token, which is secret. The commands below read it from a ' +
    'file that others cannot read, token, with the one line “Authorization: Bearer <management_token>”.',
  getRoute: 'The owner of the inbox confirms by a link in an email; then the status is active.',
  submitForm: 'As the form of a website does it. With _dry_run=true it is checked and not sent.',
  patchSettings: 'Members that are left out stay; null gives one its default.',
  testForm: 'The answer says which of the inbox and the integrations got it.',
  deleteRoute: 'There is no way back.',
} as const satisfies Partial<Record<OperationId, string>>;

/** One argument of a POSIX shell, whatever is in it. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function bodyOf({ body }: Operation): string[] {
  const [type, example] = Object.entries(body?.examples ?? {})[0] ?? [];
  if (type === undefined || example === undefined) return [];
  return type === FORM_TYPE
    ? Object.entries(example).map(([name, value]) => `-d ${quote(`${name}=${String(value)}`)}`)
    : [`-H ${quote(`Content-Type: ${type}`)}`, `-d ${quote(JSON.stringify(example))}`];
}

/** A command that sends the first example of an operation. */
function curlOf(base: string, operation: Operation): string {
  const { method, path, credential } = operation;
  const url = base + path.replace('{formId}', PARAMETERS.formId.example);
  const token = credential ? ['-H @token'] : [];
  return [`curl -X ${method} ${quote(url)}`, ...token, ...bodyOf(operation)].join(' \\\n  ');
}

function firstCalls(base: string): SafeHtml[] {
  return Object.entries(FIRST_CALLS).map(([id, note]) => {
    const operation = operationOf(id as OperationId);
    return html`<h2>${operation.summary}</h2>
      <p>${note}</p>
      <pre>${curlOf(base, operation)}</pre>`;
  });
}

function allOperations(): SafeHtml[] {
  const byTag = Map.groupBy(OPERATION_IDS.map(operationOf), ({ tag }) => tag);
  return Array.from(byTag, ([tag, operations]) => {
    const rows = operations.map(
      ({ method, path, summary }) => [`${method} ${path}`, summary] as const,
    );
    return html`<h2>${tag}</h2>
      <p class="soft">${TAGS[tag]}</p>
      ${renderFacts(rows)}`;
  });
}

/** The codes, each with its own anchor: `docs` of an error leads to it. */
function allErrors(): SafeHtml {
  const rows = Object.entries<ErrorRow>(ERROR_CODES).map(
    ([code, { status, retryable, description, message }]) =>
      html`<div>
        <dt id="${code}">${code}</dt>
        <dd>${status}${retryable ? ', retryable' : ''}. ${description} ${message}</dd>
      </div>`,
  );
  return html`<h2>Errors</h2>
    <p class="soft">
      Every error has its code in error, whether the same request may succeed later in retryable, and a link to these
      lines in docs. The header X-Request-Id names the request in the log of the service.
    </p>
    <dl class="list">
      ${rows}
    </dl>`;
}

function readHomepage(): string {
  const manifest = readFileSync(join(PACKAGE, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { homepage: string }).homepage;
}

/** The operations of the contract. Their own URLs work behind a path prefix. */
export function renderDocsPage({ base, source }: DocsFacts, operator: Operator): string {
  const [openApi, llmsText] = [OPERATIONS.getOpenApi.path, OPERATIONS.getLlmsText.path];
  return renderPage(
    {
      language: 'en',
      title: 'API',
      wide: true,
      content: html`<p>
          The six calls that come first, then every operation and every error of this service. Programs read
          <a href="${openApi.slice(1)}">openapi.json</a> or <a href="${llmsText.slice(1)}">llms.txt</a>;
          guides and settings are in the <a href="${readHomepage()}">documentation</a>, and this is the
          <a href="${source}">source code</a> of the service.
        </p>
        ${firstCalls(base())} ${allOperations()} ${allErrors()}`,
    },
    operator,
  );
}
