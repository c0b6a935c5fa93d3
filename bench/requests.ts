import { canaryOf } from './canary.ts';

/** Bytes of every body of a submission. */
const BODY_BYTES = 300;

type Headers = Record<string, string>;

function httpRequest(line: string, host: string, headers: Headers, body = ''): string {
  const all = { host, accept: 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}

/** Submissions of 300 bytes, to each form in turn. */
export function submissions(host: string, ids: readonly string[], run: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (number: number): string => {
    const fields = new URLSearchParams({
      name: 'Ada Lovelace',
      email: 'ada@visitor.example',
      ref: canaryOf({ run, number }),
      message: 'What would it cost to have the garden done? ',
    }).toString();
    const body = fields.padEnd(BODY_BYTES, 'x');
    return httpRequest(`POST /f/${ids[number % ids.length]}`, host, headers, body);
  };
}

/** Creations, each for an inbox of its own, which is mailed a link to confirm. */
export function creations(host: string, run: string) {
  const headers = { 'content-type': 'application/json' };
  return (number: number): string => {
    const email = `owner-${run}-${number}@customer.example`;
    const body = JSON.stringify({ email, alias: `Form ${canaryOf({ run, number })}` });
    return httpRequest('POST /v1/routes', host, headers, body);
  };
}

/** A route as its owner asks for it. */
export interface OwnedRoute {
  formId: string;
  managementToken: string;
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
