import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { it } from 'node:test';
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
  rootCertificate: undefined,
  channelBinding: 'prefer',
  session: 'any',
  prepare: true,
  connectTimeout: 3_000,
  applicationName: 'letterslot',
  options: undefined,
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

const SOCKET = { host: '/var/run/postgresql', port: 5432 };

/** URLs as providers and Debian print them. */
const PRINTED: typeof SERVERS = [
  [
    'postgresql://app:pw@ep-x.example/forms?sslmode=require&channel_binding=require',
    {
      hosts: [{ host: 'ep-x.example', port: 5432 }],
      password: 'pw',
      tls: 'require',
      channelBinding: 'require',
    },
  ],
  [
    'postgres://app@db.example:25060/forms?sslmode=verify-ca&sslrootcert=/etc/ssl/db.pem',
    {
      hosts: [{ host: 'db.example', port: 25_060 }],
      tls: 'verify-ca',
      rootCertificate: '/etc/ssl/db.pem',
    },
  ],
  [
    'postgres://app@db.example/forms?sslmode=require&sslrootcert=db.pem',
    {
      hosts: [{ host: 'db.example', port: 5432 }],
      tls: 'verify-ca',
      rootCertificate: 'db.pem',
    },
  ],
  [
    'postgres://app@db.example/forms?sslrootcert=system',
    { hosts: [{ host: 'db.example', port: 5432 }], tls: 'verify-full' },
  ],
  [
    'postgres://app@127.0.0.1/forms?connect_timeout=10&application_name=forms-1&options=-c%20search_path%3Dforms',
    { connectTimeout: 10_000, applicationName: 'forms-1', options: '-c search_path=forms' },
  ],
  ['postgres://app@/forms?host=/var/run/postgresql', { hosts: [SOCKET] }],
  [
    'postgres://app@/forms?host=/var/run/postgresql&port=5433',
    { hosts: [{ ...SOCKET, port: 5433 }] },
  ],
  [
    'postgres://app@/forms?host=/one,/two&port=5433,5434&target_session_attrs=any',
    {
      hosts: [
        { host: '/one', port: 5433 },
        { host: '/two', port: 5434 },
      ],
    },
  ],
  ['postgres://app@%2Fvar%2Frun%2Fpostgresql/forms', { hosts: [SOCKET] }],
  ['postgres://app@%2Fvar%2Frun%2Fpostgresql:5433/forms', { hosts: [{ ...SOCKET, port: 5433 }] }],
  [
    'postgres:///forms?host=%2Fvar%2Frun%2Fpostgresql',
    { hosts: [SOCKET], user: userInfo().username },
  ],
];

/** Texts that are refused, and what the message says to write instead. */
const ADVISED: [text: string, advice: RegExp][] = [
  ['postgres://app@db.example/forms?sslmode=prefer', /write require, verify-full or disable/],
  ['postgres://app@db.example/forms?pgbouncer=true', /write prepare=false/],
  ['postgres://app@db.example/forms?schema=forms', /search_path/],
  ['postgres://app@db.example/forms?ssl=true', /write sslmode=require/],
  ['postgres://app@db.example/forms?connect_timeout=0', /1 to 60/],
  ['postgres://app@db.example/forms?host=/tmp', /names a host twice/],
  ['postgres://app@db.example/forms?port=5433', /write it behind the host/],
  ['postgres://app@/forms?host=/tmp&port=5433,5434', /another number of ports/],
  ['postgres://db.example/forms?password=x', /before the host/],
];

const NO_SERVERS = [
  'postgres:',
  'postgres://',
  'postgres://db.example/x',
  'postgres://app@db.example',
  'postgres://app@db.example/',
  'postgres://app@/forms',
  'postgres://app@a.example,/forms',
  'postgres://app@/forms?host=/tmp&port=0',
  'postgres://app@/forms?host=/tmp&port=99999',
  'postgres://app@a.example:99999/forms',
  'postgres://app:p/w@db.example/forms',
  'postgres://app:p@w@db.example/forms',
  'postgres://app:%E0@db.example/forms',
  'postgres://app@db.example/forms#x',
  'postgres://app@db.example/forms?sslmode=maybe',
  'postgres://app@db.example/forms?pgbouncer=true',
  'mysql://app@db.example/forms',
];

for (const [text, path] of DATABASES)
  it(`DATABASE_URL reads ${text}`, () =>
    assert.deepEqual(databaseUrl(text), { engine: 'sqlite', path }));
for (const [text, changes] of [...SERVERS, ...PRINTED])
  it(`DATABASE_URL reads ${text}`, () =>
    assert.deepEqual(databaseUrl(text), { ...LOCAL, ...changes }));
for (const text of [...NO_DATABASES, ...NO_SERVERS])
  it(`DATABASE_URL refuses ${JSON.stringify(text)} without repeating it`, () => {
    assert.throws(
      () => databaseUrl(text),
      (error) =>
        error instanceof Error &&
        /^(must|has) /.test(error.message) &&
        (text.length < 12 || !error.message.includes(text)),
    );
  });

for (const [text, advice] of ADVISED)
  it(`DATABASE_URL says what to write instead of ${text}`, () => {
    assert.throws(() => databaseUrl(text), advice);
  });

it('a description of DATABASE_URL lacks user and password', () => {
  assert.equal(describeDatabase({ engine: 'sqlite', path: './x.db' }), './x.db');
  const database = databaseUrl('postgres://app:secret@a.example,[::1]:5433/forms');
  assert.equal(
    describeDatabase(database),
    'the PostgreSQL database forms on a.example:5432, [::1]:5433',
  );
});
