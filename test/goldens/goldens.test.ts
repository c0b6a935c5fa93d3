import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LANGUAGES } from '../../src/catalogs/languages.ts';
import { FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { EVERY_TYPE } from '../install/rich-form.ts';
import { startService, type TestService } from '../support/service.ts';
import { OWNER_MAILS } from '../catalogs/every-mail.ts';
import { PAGES } from '../catalogs/every-page.ts';
import { createRepeated, expectGolden, readableHtml, withoutChance } from './golden.ts';
import { sendMails } from './sent-mails.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

const inSections = (sections: Iterable<readonly [name: string, text: string]>) =>
  Array.from(sections, ([name, text]) => `=== ${name}\n${text}\n`).join('\n');

const createParts = () => ({ styles: createRepeated('style'), scripts: createRepeated('script') });

describe('goldens: what people read is as its files in test/goldens say', () => {
  let service: TestService;
  const inMails = createParts();
  const onPages = createParts();
  before(async () => {
    service = await startService(undefined, { MONTHLY_LIMIT: '0' }, { now: () => NOON });
  });
  after(() => service.close());

  for (const language of LANGUAGES) {
    it(`every mail to owners and visitors is as its golden says, in ${language}`, async () => {
      const composed = OWNER_MAILS.map(({ name, compose }) => {
        const { to, subject, text, html, unsubscribe } = compose(language);
        const head = `To: ${to}\nSubject: ${subject}\nUnsubscribe: ${unsubscribe}`;
        return [name, `${head}\n\n${text}\n${readableHtml(html, inMails)}`] as const;
      });
      const sent = Object.entries(await sendMails(service, language, inMails));
      expectGolden(`mails.${language}.txt`, withoutChance(inSections([...composed, ...sent])));
    });

    it(`every page is as its golden says, in ${language}`, async () => {
      const rendered = Object.entries(PAGES).map(
        ([name, { render }]) => [name, readableHtml(render(language), onPages)] as const,
      );
      const apps = ['start', 'inbox'].map(async (app) => {
        const { text } = await service.request(`/${app}?lang=${language}`);
        // Its words are those of the catalogs.
        const page = text.replace(/<script type="application\/json".*?<\/script>/s, '');
        return [`/${app}`, readableHtml(page, onPages)] as const;
      });
      const pages = [...rendered, ...(await Promise.all(apps))];
      expectGolden(`pages.${language}.txt`, withoutChance(inSections(pages)));
    });
  }

  it('styles and scripts of mails and pages are as their goldens say', () => {
    expectGolden('mails.parts.txt', inMails.styles.text());
    // A rule on a line of its own.
    const styles = onPages.styles.text().replace(/\}(?=[^}\n])/g, '}\n');
    expectGolden('pages.parts.txt', styles + '\n' + onPages.scripts.text());
  });

  for (const framework of FRAMEWORK_IDS)
    it(`install code is as its golden says, without and with declared fields: ${framework}`, async () => {
      const route = await service.activeRoute({
        email: `install.${framework}@example.com`,
        settings: { fields: EVERY_TYPE, files: {}, challenge: 'always' },
      });
      const paths = {
        'of any form': `/v1/install?framework=${framework}`,
        'of a form with declared fields': `/v1/routes/${route.form_id}/install?framework=${framework}`,
      };
      const sections: [string, string][] = [];
      for (const [name, path] of Object.entries(paths)) {
        const { json } = await service.request(path);
        for (const file of json.files) sections.push([`${name}: ${file.path}`, file.content]);
        sections.push([`${name}: what is said of it`, json.notes.join('\n')]);
        sections.push([`${name}: its test`, json.test_command]);
      }
      expectGolden(`install.${framework}.txt`, withoutChance(inSections(sections)));
    });

  it('llms.txt is as its golden says', async () => {
    const { status, text } = await service.request('/llms.txt');
    assert.equal(status, 200);
    expectGolden('llms.txt', withoutChance(text));
  });
});
