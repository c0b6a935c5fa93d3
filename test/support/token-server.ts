import { join } from 'node:path';
import { OAuth2Server } from 'oauth2-mock-server';

/** A client of the token server, and what it may ask for. */
export const CLIENT = { id: 'letterslot', secret: 'canary-client-secret', scope: 'mail.send' };
export const REFRESH_TOKEN = 'canary-refresh-token';

export interface TokenServer {
  /** MAIL_OAUTH_… for client credentials, or with `REFRESH_TOKEN` for a refresh token. */
  env: Record<string, string>;
  refreshEnv: Record<string, string>;
  /** Mail servers may then ask here whether a token is valid, as one of the user (RFC 7662). */
  introspect(user: string): string;
  /** Token requests so far. */
  requests(): number;
  isValid(authorization: string | undefined): boolean;
  /** Ends every token that was given out. */
  revoke(): void;
  /** Answers so from now on; undefined as usual. */
  answerWith(status: number | undefined): void;
  /** Gives another refresh token with the next access token. */
  rotate(): void;
  /** Tokens given out from now on end after so many seconds. */
  expireAfter(seconds: number): void;
  close(): Promise<void>;
}

const envOf = (port: number) => ({
  MAIL_OAUTH_TOKEN_URL: `https://localhost:${port}/token`,
  MAIL_OAUTH_CLIENT_ID: CLIENT.id,
  MAIL_OAUTH_SCOPE: CLIENT.scope,
});

/** The library's own answer does not read which token is asked for. */
function answerIntrospection(
  server: OAuth2Server,
  username: string,
  isValid: (token: string) => boolean,
): string {
  server.service.addRoute('POST', '/introspection', ({ body }, response) => {
    const { token } = body as { token?: string };
    const answer = isValid(token ?? '') ? { active: true, username } : { active: false };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  return `https://localhost:${server.address().port}/introspection`;
}

/** An OAuth 2 server over https, with a certificate of TEST_CA for localhost. */
export async function startTokenServer(owner: {
  after(end: () => Promise<void>): void;
}): Promise<TokenServer> {
  const paths = ['server.key', 'server.pem'].map((name) => join(import.meta.dirname, 'tls', name));
  const server = new OAuth2Server(paths[0], paths[1]);
  await server.issuer.keys.generate('ES256');
  await server.start(0, 'localhost');
  let valid = new Set<string>();
  let refreshToken = REFRESH_TOKEN;
  let [requests, seconds, rotates, count] = [0, 3_600, false, 0];
  let refusal: number | undefined;
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    token.payload['jti'] = `${(count += 1)}`;
  });
  server.service.on(
    'beforeResponse',
    (
      response: { body: Record<string, unknown>; statusCode: number },
      request: { body: Record<string, unknown> },
    ) => {
      requests += 1;
      const { grant_type: grant, client_id: id, client_secret: secret } = request.body;
      const knows = id === CLIENT.id && (secret === CLIENT.secret || grant === 'refresh_token');
      const isRight =
        grant === 'client_credentials' || request.body['refresh_token'] === refreshToken;
      if (refusal !== undefined || !knows || !isRight) {
        response.statusCode = refusal ?? (knows ? 400 : 401);
        response.body = { error: knows ? 'invalid_grant' : 'invalid_client' };
        return;
      }
      response.body['expires_in'] = seconds;
      delete response.body['refresh_token'];
      if (rotates) {
        refreshToken = `rotated-${requests}`;
        response.body['refresh_token'] = refreshToken;
        rotates = false;
      }
      valid.add(String(response.body['access_token']));
    },
  );
  const env = envOf(server.address().port);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.stop();
    isOpen = false;
  };
  owner.after(close);
  return {
    env: { ...env, MAIL_OAUTH_CLIENT_SECRET: CLIENT.secret },
    refreshEnv: { ...env, MAIL_OAUTH_REFRESH_TOKEN: REFRESH_TOKEN },
    introspect: (user) => answerIntrospection(server, user, (token) => valid.has(token)),
    requests: () => requests,
    isValid: (authorization = '') => valid.has(authorization.replace(/^Bearer /, '')),
    revoke: () => void (valid = new Set()),
    answerWith: (status) => void (refusal = status),
    rotate: () => void (rotates = true),
    expireAfter: (wanted) => void (seconds = wanted),
    close,
  };
}
