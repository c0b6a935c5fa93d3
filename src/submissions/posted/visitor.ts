import ipaddr from 'ipaddr.js';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { parseOrigin } from '../../forms/settings/origins.ts';
import { clientNameOf } from '../../platform/text/client-name.ts';
import { isFilled, type Fields } from '../../fields/field-names.ts';
import type { FieldEffect } from './describe-fields.ts';

const IP_FIELD = '_visitor_ip';
const ORIGIN_FIELD = '_visitor_origin';

/** The longest address is that of IPv4 within IPv6; a zone may follow. */
const LONGEST_ADDRESS = 64;

/** The visitor for whom a server with a key of the form speaks, as far as it says. */
export interface Visitor {
  /** The name of the visitor's client in rates. */
  caller?: string;
  /** The origin of the website that the visitor used. */
  site?: string;
}

function faultyField(field: string, message: string): ServiceError {
  return new ServiceError('submission_invalid', {
    errors: [{ field, code: 'badInput', message }],
  });
}

/** The one value of a field; undefined if it is blank or missing. */
function valueOf(given: Fields, field: string): string | undefined {
  const [value, ...more] = (given.get(field) ?? []).filter(isFilled);
  if (more.length === 0) return value?.trim();
  throw faultyField(field, 'Send one value.');
}

function readAddress(given: Fields): string | undefined {
  const value = valueOf(given, IP_FIELD);
  if (value === undefined) return undefined;
  // ipaddr.js also accepts numbers and octal digits, but earlier checks may read them differently.
  const isAddress =
    value.length <= LONGEST_ADDRESS &&
    (ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value));
  const name = isAddress ? clientNameOf(value) : undefined;
  if (name !== undefined) return name;
  const rule = 'Send one IPv4 or IPv6 address, such as 203.0.113.7, without a port and not a list.';
  throw faultyField(IP_FIELD, rule);
}

function readOrigin(given: Fields): string | undefined {
  const value = valueOf(given, ORIGIN_FIELD);
  // Browsers say `null` for a page that they do not name.
  if (value === undefined || value === 'null') return undefined;
  const text = value.slice(0, LIMITS.urlCharacters + 1);
  const { origin, fault = 'It must not have a wildcard.' } = parseOrigin(text);
  if (origin === undefined || text.length < value.length || origin.includes('*'))
    throw faultyField(ORIGIN_FIELD, fault);
  return origin;
}

/**
 * Takes out the fields in which a server names its visitor; other clients' fields stay. Throws
 * `submission_invalid` for errors: otherwise all its visitors would share one rate.
 */
export function takeVisitor(posted: Fields): {
  given: Fields;
  visitor: Visitor;
  /** The outcome of these fields, for a dry run. */
  effects: FieldEffect[];
} {
  const [caller, site] = [readAddress(posted), readOrigin(posted)];
  const isOwn = (name: string) => name === IP_FIELD || name === ORIGIN_FIELD;
  return {
    given: new Map(posted.entries().filter(([name]) => !isOwn(name))),
    visitor: { ...(caller !== undefined && { caller }), ...(site !== undefined && { site }) },
    effects: Array.from(posted.keys().filter(isOwn), (name) => ({ name, effect: 'visitor' })),
  };
}
