import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, html, SafeHtml } from './html.ts';

it('html escapes every character with a meaning in markup', () => {
  assert.equal(
    escapeHtml(`<a href="x" title='y'>&</a>`),
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  );
});

it('html escapes strings and leaves SafeHtml alone', () => {
  const inner = html`<b>${'<i>'}</b>`;
  assert.equal(html`<p>${inner} ${7} ${'&'}</p>`.text, '<p><b>&lt;i&gt;</b> 7 &amp;</p>');
});

it('html joins a list of SafeHtml', () => {
  const items = ['a', '<'].map((item) => html`<i>${item}</i>`);
  assert.equal(html`<p>${items}</p>`.text, '<p><i>a</i><i>&lt;</i></p>');
});

it('html keeps backslashes and dollar signs as they are', () => {
  assert.equal(html`<p>${'$& \\n $1'}</p>`.text, '<p>$&amp; \\n $1</p>');
});

it('html does not trust an object that only looks like SafeHtml', () => {
  const posing = JSON.parse('{"text":"<script>"}') as string;
  assert.throws(() => html`<p>${posing}</p>`);
});

it('html lets no value open or close markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const markup = html`<p title="${value}">${value}</p>`;
      assert.ok(markup instanceof SafeHtml);
      assert.equal(markup.text.match(/[<>]/g)?.length, 4);
      assert.equal(markup.text.match(/"/g)?.length, 2);
      assert.doesNotMatch(markup.text, /&(?!amp;|lt;|gt;|quot;|#39;)/);
    }),
  );
});
