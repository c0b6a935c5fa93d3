import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { SES_KEYS, SES_REGION } from '../support/fake-ses.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { FAKE_PROVIDERS } from '../support/verified-service.ts';
import { startWebServer } from '../support/web-server.ts';

const SESSION_TOKEN = 'ses-canary-session';

/** Temporary keys as the metadata services give them; an hour is more than the SDK's reserve. */
const TEMPORARY = {
  Code: 'Success',
  AccessKeyId: SES_KEYS.id,
  SecretAccessKey: SES_KEYS.secret,
  Token: SESSION_TOKEN,
  Expiration: new Date(Date.now() + 3_600_000).toISOString(),
};

/** The answer of an STS to a pod's token. */
const ASSUMED = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult><Credentials>
    <AccessKeyId>${SES_KEYS.id}</AccessKeyId>
    <SecretAccessKey>${SES_KEYS.secret}</SecretAccessKey>
    <SessionToken>${SESSION_TOKEN}</SessionToken>
    <Expiration>${TEMPORARY.Expiration}</Expiration>
  </Credentials></AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`;

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server on this machine in place of Amazon's; what it is asked for is in `asked`. */
async function startHelper(test: TestContext, answer: Answer) {
  const asked: string[] = [];
  const { url } = await startWebServer(test, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void text(request).then((body) => answer(request, response, body));
  });
  return { asked, url };
}

/** The SDK reads the environment of its process: nothing of this machine's may be in it. */
function setEnvironment(test: TestContext, folder: string, env: Record<string, string>): void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  const files = {
    AWS_CONFIG_FILE: join(folder, 'no config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'no credentials'),
  };
  Object.assign(process.env, files, { AWS_EC2_METADATA_DISABLED: 'true' }, env);
  test.after(() => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before);
  });
}

/** A service without keys in its settings; `prepare` puts them into the environment. */
async function start(
  test: TestContext,
  prepare: (folder: string) => Record<string, string> = () => ({}),
) {
  const folder = newTempFolder('aws', test);
  setEnvironment(test, folder, prepare(folder));
  const fake = await FAKE_PROVIDERS.SES();
  test.after(() => fake.close());
  const env = { ...fake.env, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
  const service = await startService(test, env);
  const register = async (count = 1) => {
    for (let number = 1; number <= count; number += 1) {
      const { status } = await service.create({ email: `owner-${number}@example.com` });
      assert.equal(status, 202);
    }
    assert.equal(fake.mails.size, count);
  };
  return { ...service, fake, register };
}

/** True if every request was signed with the session's token, as temporary keys need it. */
const signedWithSession = ({ authorizations }: { authorizations: readonly string[] }) =>
  authorizations.length > 0 &&
  authorizations.every((line) => /SignedHeaders=[^,]*x-amz-security-token/.test(line));

describe('SES without keys in the settings takes those', () => {
  it('SES without keys in the settings uses the profile of the shared file', async (test) => {
    const { fake, register } = await start(test, (folder) => {
      const file = join(folder, 'credentials');
      const other = '[default]\naws_access_key_id = AKIAOTHER\naws_secret_access_key = other\n';
      const { id, secret } = SES_KEYS;
      const own = `[forms]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`;
      writeFileSync(file, other + own);
      return { AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'forms' };
    });
    await register();
    assert.ok(!signedWithSession(fake), 'they are no temporary ones');
  });

  it('SES without keys in the settings asks the container once, with the token of its file', async (test) => {
    const helper = await startHelper(test, ({ headers }, response) => {
      const allowed = headers.authorization === 'of the pod';
      response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(allowed ? TEMPORARY : { message: 'who?' }));
    });
    const { fake, register } = await start(test, (folder) => {
      writeFileSync(join(folder, 'token'), 'of the pod');
      return {
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${helper.url}/v1/credentials`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(folder, 'token'),
      };
    });
    await register(3);
    assert.ok(signedWithSession(fake));
    assert.deepEqual(helper.asked, ['GET /v1/credentials']);
  });

  it('SES without keys in the settings asks the instance, with a token for its metadata', async (test) => {
    const helper = await startHelper(test, ({ method, url = '', headers }, response) => {
      if (method === 'PUT') return response.end('metadata token');
      if (headers['x-aws-ec2-metadata-token'] !== 'metadata token') {
        return response.writeHead(401).end();
      }
      return response.end(url.endsWith('/forms-role') ? JSON.stringify(TEMPORARY) : 'forms-role');
    });
    const { fake, register } = await start(test, () => ({
      AWS_EC2_METADATA_DISABLED: 'false',
      AWS_EC2_METADATA_SERVICE_ENDPOINT: helper.url,
    }));
    await register();
    assert.ok(signedWithSession(fake));
    assert.equal(helper.asked[0], 'PUT /latest/api/token');
    assert.match(helper.asked.at(-1) ?? '', /\/security-credentials\/forms-role$/);
  });

  it('SES without keys in the settings exchanges a pod’s token for those of a role', async (test) => {
    const role = 'arn:aws:iam::123456789012:role/forms';
    const helper = await startHelper(test, (_request, response, body) => {
      const form = new URLSearchParams(body);
      const known = form.get('WebIdentityToken') === 'of the cluster';
      const right = known && form.get('RoleArn') === role;
      response.writeHead(right ? 200 : 403, { 'content-type': 'text/xml' });
      response.end(right ? ASSUMED : '');
    });
    const { fake, register } = await start(test, (folder) => {
      writeFileSync(join(folder, 'token'), 'of the cluster');
      return {
        AWS_REGION: SES_REGION,
        AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
        AWS_ROLE_ARN: role,
        AWS_ENDPOINT_URL_STS: helper.url,
      };
    });
    await register();
    assert.ok(signedWithSession(fake));
    assert.deepEqual(helper.asked, ['POST /']);
  });
});

it('SES without any keys answers config_incomplete, and names no address in the log', async (test) => {
  const { create, fake, logText } = await start(test);
  const { status, json } = await create();
  assert.deepEqual([status, json.error], [500, 'config_incomplete']);
  assert.deepEqual(fake.requests, []);
  assert.match(logText(), /"event":"provider_failed".*CredentialsProviderError/);
  assert.ok(!logText().includes('owner@'));
});
