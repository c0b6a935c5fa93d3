import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databaseUrl, describeDatabase, type PostgresDatabase } from './database-url.ts';

const DATABASES: [text: string, path: string][] = [
  ['file:./data/letterslot.db', './data/letterslot.db'],
  ['file:/var/lib/a b.db', '/var/lib/a b.db'],
  ['file:///var/lib/x.db', '/var/lib/x.db'],
  ['file:///var/lib/a%20b.db', '/var/lib/a b.db'],
];

const NO_DATABASES = [
  '',
  'file:',
  'file: ',
  'file://host/x',
  'file:////host/x',
  'file:///a%2Fb.db',
  './data/x.db',
  'sqlite:x.db',
  'file::memory:',
  'file:file::memory:',
  'file:file:x.db',
  'file:x.db?mode=memory',
  'file:x.db?',
  'file:/var/lib/x.db#part',
  'file:///var/lib/x.db?cache=shared',
];

const LOCAL: PostgresDatabase = {
  engine: 'postgres',
  hosts: [{ host: '127.0.0.1', port: 5432 }],
  name: 'forms',
  user: 'app',
  password: undefined,
  tls: 'disable',
  session: 'any',
  prepare: true,
};

const SERVERS: [text: string, changes: Partial<PostgresDatabase>][] = [
  ['postgres://app@127.0.0.1/forms', {}],
  ['postgresql://app@127.0.0.1:5432/forms', {}],
  [
    'postgres://app:p%40ss%2Fword@localhost/forms',
    { password: 'p@ss/word', hosts: [{ host: 'localhost', port: 5432 }] },
  ],
  ['postgres://app:@127.0.0.1/forms', { password: '' }],
  [
    'postgres://app@[::1]:6432/forms?prepare=false',
    { hosts: [{ host: '::1', port: 6432 }], prepare: false },
  ],
  [
    'postgres://app@db.example/forms',
    { hosts: [{ host: 'db.example', port: 5432 }], tls: 'require' },
  ],
  [
    'postgres://app@a.example,b.example:5433/forms?sslmode=verify-full',
    {
      hosts: [
        { host: 'a.example', port: 5432 },
        { host: 'b.example', port: 5433 },
      ],
      tls: 'verify-full',
      session: 'read-write',
    },
  ],
  [
    'postgres://app@db.example/f%20orms?target_session_attrs=primary&sslmode=disable',
    { hosts: [{ host: 'db.example', port: 5432 }], name: 'f orms', session: 'primary' },
  ],
];

const NO_SERVERS = [
  'postgres:',
  'postgres://',
  'postgres://db.example/x',
  'postgres://app@db.example',
  'postgres://app@db.example/',
  'postgres://app@/forms',
  'postgres://app@a.example,/forms',
  'postgres://app@a.example:99999/forms',
  'postgres://app:p/w@db.example/forms',
  'postgres://app:p@w@db.example/forms',
  'postgres://app:%E0@db.example/forms',
  'postgres://app@db.example/forms#x',
  'postgres://app@db.example/forms?sslmode=maybe',
  'postgres://app@db.example/forms?pgbouncer=true',
  'mysql://app@db.example/forms',
];

describe('DATABASE_URL', () => {
  for (const [text, path] of DATABASES) {
    it(`reads ${text}`, () => assert.deepEqual(databaseUrl(text), { engine: 'sqlite', path }));
  }
  for (const [text, changes] of SERVERS) {
    it(`reads ${text}`, () => assert.deepEqual(databaseUrl(text), { ...LOCAL, ...changes }));
  }
  for (const text of [...NO_DATABASES, ...NO_SERVERS]) {
    it(`refuses ${JSON.stringify(text)} without repeating it`, () => {
      assert.throws(
        () => databaseUrl(text),
        (error) =>
          error instanceof Error &&
          /^(must|has) /.test(error.message) &&
          (text.length < 12 || !error.message.includes(text)),
      );
    });
  }

  it('is named for people without user and password', () => {
    assert.equal(describeDatabase({ engine: 'sqlite', path: './x.db' }), './x.db');
    const database = databaseUrl('postgres://app:secret@a.example,[::1]:5433/forms');
    assert.equal(
      describeDatabase(database),
      'the PostgreSQL database forms on a.example:5432, [::1]:5433',
    );
  });
});
