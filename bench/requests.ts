import { canaryOf } from './canary.ts';
import type { FormShape, OwnedRoute, Server } from './servers.ts';

/** Bytes of every body of a submission. */
const BODY_BYTES = 300;

type Headers = Record<string, string>;

function httpRequest(line: string, host: string, headers: Headers, body = ''): string {
  const all = { host, accept: 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}

export const MARK = '{canary}';
const ENCODED_MARK = encodeURIComponent(MARK);

export const OUR_FORM: FormShape = {
  path: '/f/{id}',
  fields: {
    name: 'Ada Lovelace',
    email: 'ada@visitor.example',
    ref: MARK,
    message: 'What would it cost to have the garden done? ',
  },
};

const WORDS = (
  'about after again apple autumn before below better between bright broken brown bucket cherry clean clear corner cover ' +
  'early eight evening fence first flower front garden gate grass great green ground hedge house large later leave light ' +
  'little maybe metal middle morning narrow next north other paint plant please quiet rather remove repair round seven ' +
  'shade small south spring stone summer table thanks three trees water winter wooden yellow'
).split(' ');

/** A body of `BODY_BYTES` that ends with a different order of words for each number. */
function filledUp(body: string, number: number): string {
  let text = body;
  for (let left = number + 1; text.length < BODY_BYTES;) {
    left = (Math.imul(left, 1_103_515_245) + 12_345) >>> 0;
    text += `+${WORDS[(left >>> 16) % WORDS.length]}`;
  }
  return text.slice(0, BODY_BYTES);
}

/** The parts of a submission that differ from a plain one. */
export interface Extras {
  headers?(canary: string): Headers;
  /** Fields after the others. */
  fields?(number: number): Record<string, string>;
  /** All have the same text, as spam does. */
  isOneText?: boolean;
  /** The content of a text file, which makes the body multipart. */
  file?: string;
}

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
const BOUNDARY = '----form-of-the-benchmark';
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

function multipart(fields: URLSearchParams, file: string): string {
  const part = (disposition: string, content: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = Array.from(fields, ([name, value]) => part(`name="${name}"`, value));
  return `${parts.join('')}${part('name="file"; filename="plan.txt"', file)}--${BOUNDARY}--\r\n`;
}

/** Submissions of 300 bytes and their extras, to each form in turn. */
export function submissions(
  { url: { host }, ids, form = OUR_FORM }: Pick<Server, 'url' | 'ids' | 'form'>,
  run: string,
  { headers, fields, isOneText = false, file }: Extras = {},
) {
  const type = file === undefined ? URLENCODED : MULTIPART;
  const unmarked = new URLSearchParams(form.fields).toString();
  return (number: number): string => {
    const canary = canaryOf({ run, number });
    const marked = unmarked.replaceAll(ENCODED_MARK, canary);
    const plain = filledUp(marked, isOneText ? 0 : number);
    const more = fields ? `${plain}&${new URLSearchParams(fields(number)).toString()}` : plain;
    const body = file === undefined ? more : multipart(new URLSearchParams(more), file);
    const path = form.path.replace('{id}', ids[number % ids.length] ?? '');
    return httpRequest(`POST ${path}`, host, { ...type, ...headers?.(canary) }, body);
  };
}

/** Creations, each for another inbox, which is mailed a confirmation link. */
export function creations(host: string, run: string) {
  const headers = { 'content-type': 'application/json' };
  return (number: number): string => {
    const email = `owner-${run}-${number}@customer.example`;
    const body = JSON.stringify({ email, alias: `Form ${canaryOf({ run, number })}` });
    return httpRequest('POST /v1/routes', host, headers, body);
  };
}

/** Polls of each route in turn. */
export function polls(host: string, routes: readonly OwnedRoute[]) {
  return (number: number): string => {
    const route = routes[number % routes.length];
    if (!route) throw new Error('there is no route to poll');
    const headers = { authorization: `Bearer ${route.managementToken}` };
    return httpRequest(`GET /v1/routes/${route.formId}`, host, headers);
  };
}
