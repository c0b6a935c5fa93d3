import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A shape's members in the published contract; optional ones end with `?`. */
interface Shape {
  /** True if it has no other members. */
  closed: boolean;
  properties: string[];
}

const FILE = join(import.meta.dirname, 'closed-shapes.json');

const { source: _, ...read } = JSON.parse(readFileSync(FILE, 'utf8'));

/** The shapes of the published contract, by its names of them. */
export const SHAPES = read as Record<string, Shape>;

export const isOptional = (property: string) => property.endsWith('?');
export const nameOf = (property: string) => property.replace(/\?$/, '');

/** What a value has too much and lacks of a shape. */
export function faultsOf(shape: Shape, value: object): { extra: string[]; missing: string[] } {
  const allowed = new Set(shape.properties.map(nameOf));
  const required = shape.properties.filter((property) => !isOptional(property));
  return {
    extra: shape.closed ? Object.keys(value).filter((name) => !allowed.has(name)) : [],
    missing: required.filter((name) => !Object.hasOwn(value, name)),
  };
}

function check(name: string, value: object, where: string): void {
  const shape = SHAPES[name];
  assert.ok(shape, name);
  const none = { extra: [], missing: [] };
  assert.deepEqual(
    faultsOf(shape, value),
    none,
    `${where} is no ${name} of the published contract`,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Of a success its shape, told by its members. */
function shapeOf(body: Record<string, unknown>): string | undefined {
  if ('endpoint' in body) return 'Route';
  if ('test_command' in body) return 'InstallArtifact';
  if ('persistence' in body) return 'Service descriptor';
  if ('delivery_mode' in body) return 'Service descriptor';
  return undefined;
}

/** Holds an answer in JSON against the published shapes. */
export function checkShapes(pathname: string, status: number, body: unknown, where: string): void {
  if (!isObject(body)) return;
  const name = status >= 400 ? 'ErrorEnvelope' : shapeOf(body);
  if (name !== undefined) check(name, body, where);
  if (isObject(body['next_action'])) {
    const { type } = body['next_action'];
    check(`NextAction ${String(type)}`, body['next_action'], `next_action of ${where}`);
  }
  if (status < 400 && pathname.endsWith('/v1/account/routes') && Array.isArray(body['routes'])) {
    for (const item of body['routes']) check('Account route list item', item, where);
  }
}
