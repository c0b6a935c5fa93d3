import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createContext, runInContext, runInNewContext } from 'node:vm';
import type { WebhookCall } from './webhook-receiver.ts';

/** A sheet of Apps Script, with the calls that its documentation has and no others. */
function fakeSheet() {
  const rows: unknown[][] = [];
  /** As if it were typed: an apostrophe makes the rest text, and these signs begin a formula. */
  const typed = (value: unknown = '') => {
    if (typeof value !== 'string') return value;
    assert.doesNotMatch(value, /^[=+]/, 'a formula');
    return value.replace(/^'/, '');
  };
  const cell = (row: number, column: number) => ({
    setValue: (value: unknown) => void ((rows[row - 1] ??= [])[column - 1] = typed(value)),
  });
  return {
    rows,
    sheet: {
      getLastRow: () => rows.length,
      getLastColumn: () => Math.max(0, ...rows.map((row) => row.length)),
      appendRow: (row: unknown[]) => void rows.push(Array.from(row, typed)),
      getRange: (row: number, column: number, _rows = 1, columns = 1) => ({
        ...cell(row, column),
        getValues: () => [
          Array.from({ length: columns }, (_, at) => rows[row - 1]?.[column - 1 + at] ?? ''),
        ],
      }),
      createTextFinder(text: string) {
        const finder = {
          matchEntireCell: () => finder,
          findNext: () => (rows.flat().some((value) => String(value) === text) ? {} : null),
        };
        return finder;
      },
    },
  };
}

/** An Apps Script web app: no headers, a ContentService redirect, 200 for a failing script. */
export function deployScript(code: string) {
  const { rows, sheet } = fakeSheet();
  const lock = { waitLock: (_ms: number) => undefined, releaseLock: () => undefined };
  const context = createContext({
    SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
    LockService: { getScriptLock: () => lock },
    HtmlService: { createHtmlOutput: (text: string) => ({ status: 200, text }) },
    ContentService: { createTextOutput: (text: string) => ({ status: 302, text }) },
  });
  runInContext(code, context);
  return {
    rows,
    post(url: string, contents: string): { status: number; text: string } {
      const parameter = Object.fromEntries(new URL(url).searchParams);
      context.e = {
        parameter,
        postData: { contents, type: 'application/json', length: contents.length },
      };
      try {
        return runInContext('doPost(e)', context);
      } catch (error) {
        return { status: 200, text: String(error) };
      }
    },
  };
}

/** Make's functions that the filter uses, as its reference describes them. */
const MAKE = {
  contains: (text: string, search: string) => text.includes(search),
  get: (list: unknown[], at: number) => list[at - 1],
  map: (list: Record<string, unknown>[], key: string, filter: string, wanted: string) =>
    list.filter((item) => item[filter] === wanted).map((item) => item[key]),
  sha256: (text: string, output: 'base64', key: string, encoding: 'base64') =>
    createHmac('sha256', Buffer.from(key, encoding)).update(text).digest(output),
};

/** A Make formula: semicolons separate its arguments, and outputs of step 1 have its number. */
export const evaluate = (formula: string, headers: object[], value: string): unknown =>
  runInNewContext(
    formula
      .replaceAll(';', ',')
      .replaceAll('1.__IMTHEADERS__', 'headers')
      .replaceAll('1.value', 'value'),
    { ...MAKE, headers, value },
  );

export interface ApiCall {
  url: string;
  headers: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- each service has its own
  body: any;
}

/** The refusals of each service, by its reference. */
export const APIS: Record<string, (call: ApiCall) => void> = {
  notion({ url, headers, body }) {
    assert.equal(url, 'https://api.notion.com/v1/pages');
    assert.equal(headers['authorization'], 'Bearer ntn_1');
    assert.match(headers['notion-version'] ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(Object.keys(body).toSorted(), ['children', 'parent', 'properties']);
    assert.deepEqual(body.parent, { type: 'data_source_id', data_source_id: 'ds-1' });
    assert.ok(body.properties.Name.title[0].text.content.length <= 2000);
    assert.ok(body.children.length >= 1 && body.children.length <= 100);
    for (const { object, type, paragraph } of body.children) {
      assert.deepEqual([object, type, paragraph.rich_text.length], ['block', 'paragraph', 1]);
      assert.ok(paragraph.rich_text[0].text.content.length <= 2000);
    }
  },
  airtable({ url, headers, body }) {
    assert.equal(url, 'https://api.airtable.com/v0/app1/Form%20entries');
    assert.equal(headers['authorization'], 'Bearer pat1');
    assert.ok(body.records.length <= 10);
    for (const { fields } of body.records) {
      assert.deepEqual(Object.keys(fields), ['Reference', 'Form', 'Message']);
      for (const value of Object.values(fields)) assert.ok(String(value).length <= 100_000);
    }
  },
  nextcloud({ url, headers, body }) {
    assert.match(url, /\/ocs\/v2\.php\/apps\/tables\/api\/2\/tables\/3\/rows$/);
    assert.equal(headers['ocs-apirequest'], 'true');
    assert.equal(headers['authorization'], `Basic ${btoa('ada:app')}`);
    assert.deepEqual(Object.keys(body), ['data']);
    assert.deepEqual(Object.keys(body.data), ['5', '6']);
  },
};

/** The variables of the receiver for them. */
export const OF_SERVICES = {
  NOTION_TOKEN: 'ntn_1',
  NOTION_DATA_SOURCE: 'ds-1',
  AIRTABLE_TOKEN: 'pat1',
  AIRTABLE_BASE: 'app1',
  AIRTABLE_TABLE: 'Form entries',
  NEXTCLOUD_URL: 'https://cloud.example.com',
  NEXTCLOUD_LOGIN: 'ada:app',
  NEXTCLOUD_TABLE: '3',
  NEXTCLOUD_COLUMNS: '5,6',
};

const later = (headers: WebhookCall['headers'], seconds: number): WebhookCall['headers'] => ({
  ...headers,
  'webhook-timestamp': String(Number(headers['webhook-timestamp']) - seconds),
});

/** A correct call, and calls to refuse: a changed body, an old time, a wrong signature. */
export const variantsOf = ({
  headers,
  body,
}: WebhookCall): Record<
  'genuine' | 'changed' | 'old' | 'unsigned',
  Pick<WebhookCall, 'headers' | 'body'>
> => ({
  genuine: { headers, body },
  changed: { headers, body: body.replace('Ada', 'Eve') },
  old: { headers: later(headers, 600), body },
  unsigned: { headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body },
});
