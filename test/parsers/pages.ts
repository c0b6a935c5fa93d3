import { compareFields } from '../../src/cli/form/check/compare-fields.ts';
import { allAllow } from '../../src/cli/form/check/content-policy.ts';
import { fieldsOf, fillIn } from '../../src/cli/form/check/page-fields.ts';
import { readPage } from '../../src/cli/form/check/read-page.ts';
import { CommandError } from '../../src/cli/command.ts';
import { list, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const FORM = '<form id=f action="https://forms.example/f/cfm_7K2MNP4QRSTVWXYZ" method=post>';

/** Pages with what a parser of HTML has to look for or to undo, again and again. */
function* pages(size: number): Generator<Hostile<string>> {
  yield* texts(size, FORM);
  yield* texts(size, `${FORM}<input name=a pattern="`, '">');
  yield* texts(size, '<meta http-equiv=content-security-policy content="connect-src ', '">');
  const units = [
    '<form>',
    '<div>',
    '<b>',
    '<p>',
    '<a href=x>',
    '<table>',
    '<td>x',
    '<svg>',
    '<select><option>a',
    '<template>',
    '<input name=a required>',
    '<input name=b form=f>',
    '<fieldset disabled><legend>',
    '</form>',
    '<!--',
    '<script>',
    '<b></p>',
    '<a><b></a>',
  ];
  for (const unit of units) yield [`many ${unit}`, FORM + list(size / unit.length, () => unit)];
  yield ['many names', FORM + list(size / 22, (at) => `<input name=${at}>`)];
  yield ['many attributes', `${FORM}<input ${list(size / 8, (at) => `a${at}=1 `)}>`];
  yield [
    'many policies',
    `<meta http-equiv=content-security-policy content="${list(size / 12, (at) => `a${at} 'self';`)}">`,
  ];
}

export const PAGE_PARSERS = [
  parser({
    // The command of an owner, in a process of its own.
    name: 'a page with forms',
    files: ['src/cli/form/check/page-fields.ts', 'src/cli/form/check/read-page.ts'],
    most: 262_144,
    boundedBy: 'fetchPage, by 2 MiB',
    cost: 3_000,
    faults: [CommandError],
    inputs: pages,
    read(html) {
      const page = readPage({
        url: new URL('https://site.example/'),
        headers: new Headers(),
        html,
      });
      const forms = page.forms.map((form) => {
        const fields = fieldsOf(form);
        const found = compareFields({ fields: [{ name: 'a' }], unknown_fields: 'refuse' }, fields);
        return [fillIn(fields, [], []), Array.from(found)];
      });
      const load = { url: new URL('https://forms.example/'), page: page.url };
      return [forms, allAllow(page.policies, 'connect-src', load)];
    },
  }),
];
