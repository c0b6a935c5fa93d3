import { createRequire } from 'node:module';
import { firefox } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../support/browser.ts';

interface WebSocket {
  send(data: unknown, ...rest: unknown[]): void;
  emit(event: 'message', data: Buffer, isBinary: boolean): void;
}

const require = createRequire(import.meta.url);
const { ws } = require('playwright-core/lib/utilsBundle') as {
  ws: { prototype: WebSocket };
};

/** Skips Playwright's colour scheme command for contexts, which Firefox 153 does not have. */
function withoutMediaFeatures(): void {
  const { prototype } = ws;
  // oxlint-disable-next-line typescript/unbound-method -- called with the socket below
  const { send } = prototype;
  prototype.send = function answered(this: WebSocket, data: unknown, ...rest: unknown[]) {
    const command = String(data);
    if (!command.includes('"emulation.setMediaFeaturesOverride"')) {
      send.call(this, data, ...rest);
      return;
    }
    const { id } = JSON.parse(command) as { id: number };
    const answer = Buffer.from(JSON.stringify({ id, type: 'success', result: {} }));
    setImmediate(() => this.emit('message', answer, false));
  };
}

/** Starts Debian's Firefox, headless, through WebDriver BiDi. */
export function startFirefox(): Promise<TestBrowser> {
  withoutMediaFeatures();
  return openBrowser((home) =>
    firefox.launch({
      channel: 'moz-firefox',
      executablePath: '/usr/bin/firefox-esr',
      env: { ...process.env, HOME: home },
      // As Chromium here: every name but those of this machine is unknown.
      firefoxUserPrefs: { 'network.dns.localDomains': 'localhost' },
      timeout: 30_000,
    }),
  );
}
