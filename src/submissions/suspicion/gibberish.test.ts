import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isGibberish } from './gibberish.ts';

const random = [
  ['dfkjghDKJHsdf', 'KJHsdfkjh sdkjfhsdkj'],
  ['dfkjghDKJHsdf'],
  ['QxVbTzPkWmLr', 'wZqTgBvXcRkPnM', 'a@example.com'],
  ['sdfsdf', 'fghfghfgh hjkhjkhjk vbnvbnm'],
  ['UqzKpXwJvTbn, mPvRtQzLxKw! (bVgTrFcDxSz)'],
];
for (const texts of random)
  it(`letters at random are gibberish: ${texts.join(' ')}`, () =>
    assert.equal(isGibberish(texts), true));

const sensible = [
  ['Angstschweiß', 'Rechtsschutzversicherungsgesellschaft'],
  ['Grzegorz Brzęczyszczykiewicz, Szczebrzeszyn', 'Krzysztof Wojciechowski'],
  ['Čtvrtek, zmrzlina, přítmí', 'Llanfairpwllgwyngyll', 'Nguyễn Thị Phương Thảo'],
  ['Hermann Schwarzschild', 'Þórður Guðjónsson', 'Hrvoje Vrhovac'],
  ['The strengths of rhythmic lengths', 'DKJFHG-QXZW LKJHGFDSA XKCDQWRT'],
  ['DE89 3704 0044 0532 0130 00'],
  ['getElementById().addEventListener(NullPointerException)'],
  ['see https://a.example/xkqzjwvbpt?kdjfhgkjdf and qzxkvjwbpq@example.com'],
  ['kd83jfhqz9xkvj4h2bq7', 'JavaScript, PostgreSQL, McDonald, GmbH'],
  ['asap, thx, pls, brb', 'hmmmm', '你好，请问周日营业吗？', 'مرحبا، هل أنتم مفتوحون يوم الأحد؟'],
  ['Доброго дня, чи працюєте ви в неділю?', ''],
].flat();
for (const message of sensible)
  it(`a text is no gibberish: ${message}`, () =>
    assert.equal(isGibberish([message, 'Rome']), false));
