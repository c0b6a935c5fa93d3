import { cleanFileName, tellApart } from '../../src/submissions/files/clean-file-name.ts';

export type Values = Record<string, string>;

/** A visitor of each script: name, subject, message and the name of a file. */
export const SCRIPTS: Record<
  string,
  [name: string, subject: string, message: string, file: string]
> = {
  Latin: [
    'Jörg Größe',
    'Frage zur Öffnungszeit',
    'Grüße aus Łódź, naïve façade',
    'Anhänge für Jörg.pdf',
  ],
  Chinese: [
    '欧阳晓明',
    '关于价格的问题，请尽快回复，谢谢',
    '你好，我想了解一下产品的价格。',
    '简历与作品集（最新版）.pdf',
  ],
  Japanese: [
    '山田 花子',
    'お問い合わせ：ご予約の変更について',
    'はじめまして。カタカナ、ひらがな、漢字。',
    '履歴書ー最終版.docx',
  ],
  Korean: [
    '김민준',
    '예약을 변경하고 싶습니다. 가능한가요?',
    '안녕하세요. 감사합니다.',
    '이력서.hwp',
  ],
  Arabic: [
    'محمد عبد الله',
    'سؤال عن الأسعار والمواعيد المتاحة',
    'مرحبا، أريد أن أعرف السعر.',
    'السيرة الذاتية.pdf',
  ],
  Hebrew: ['נועה כהן', 'שאלה על שעות הפתיחה של החנות', 'שלום, אשמח לקבל פרטים.', 'קורות חיים.pdf'],
  Hindi: ['प्रिया शर्मा', 'कीमत के बारे में एक प्रश्न है', 'नमस्ते, कृपया मुझे जानकारी भेजें।', 'बायोडाटा.pdf'],
  Thai: ['สมชาย ใจดี', 'สอบถามเรื่องการจองห้องพักสำหรับสองคน', 'สวัสดีครับ ขอบคุณครับ', 'ประวัติย่อ.pdf'],
  Russian: [
    'Анна Иванова',
    'Вопрос о стоимости и сроках доставки',
    'Здравствуйте! Ёжик в тумане.',
    'Резюме.pdf',
  ],
  Greek: [
    'Ελένη Παπαδοπούλου',
    'Ερώτηση για τις ώρες λειτουργίας',
    'Καλημέρα σας, ευχαριστώ πολύ.',
    'Βιογραφικό.pdf',
  ],
  'letters of four octets': ['𐐔𐐯𐑅𐐨𐑉𐐯𐐻', '𝒜 𝓁𝑒𝓉𝓉𝑒𝓇 𝑜𝒻 𝓂𝒶𝓃𝓎 𝓅𝓁𝒶𝓃𝑒𝓈 𠮷野家', '𠀋𠮷𡈽', '𠮷野家.txt'],
  emoji: [
    'Zoë 👩‍👩‍👧‍👦',
    '🎉🎉 Party 🏳️‍🌈 👍🏽 next week? 🎉🎉🎉🎉🎉',
    'See you 🙂🙃 at 5️⃣',
    '📎 invitation 🎉.ics',
  ],
  'decomposed letters': [
    'Zoe\u0301 Mu\u0308ller',
    'Cafe\u0301 a\u0300 la carte'.normalize('NFD'),
    'e\u0301\u0323',
    'cafe\u0301.txt',
  ],
};

/** Values that a reader could take for something else. */
export const PLAIN: Record<string, Values> = {
  plain: { name: 'Ada Lovelace', email: 'ada@example.net', message: 'Hello,\n\nthree lines.\n' },
  nameless: { message: 'No name, and nobody to answer.' },
  'with marks of encoded words': {
    name: '=?UTF-8?Q?Ada?=',
    _subject: 'What is =?utf-8?B?SGVsbG8=?= in a subject?',
    message: '=?UTF-8?B?SGVsbG8=?=\n=?x?q?y?=',
  },
  'with marks of encoded words between others': {
    _subject: 'Größe =?utf-8?Q?=C3=BC?= = ? _ =3D Maß',
    message: 'a=20b=\n=3D =E4=B8=AD',
  },
  'with marks of addresses': {
    name: 'Lovelace, Ada (Mrs); "Countess" \\ King',
    email: "o'hara+tag@example.co.uk",
    _subject: 'a, b; c: <d> (e) "f" \\g',
    message: 'To: you\n\nSubject: none',
  },
  'with long words': {
    name: 'W'.repeat(120),
    _subject: 'S'.repeat(400),
    message: `${'x'.repeat(500)}\n${'ü'.repeat(500)}\n${'中'.repeat(500)}`,
  },
  'with long lines': {
    message: `${'words and words '.repeat(190)}end\n${'длинная строка '.repeat(200)}end`,
  },
  'with fragile lines': {
    message: '.\n..\n.dot\nFrom here\n>From there\n-- \ntrailing \n\ttab\t\n--=_mixed_\n----\nend',
  },
  'with subjects at the limit of a line': {
    _subject: `${'a'.repeat(34)} ${'b'.repeat(33)}`,
    message: 'x',
  },
  'with one character more than a line': {
    _subject: `${'a'.repeat(34)} ${'b'.repeat(34)}`,
    message: 'x',
  },
  'with the fields as JSON': { name: 'Jörg', message: '日本 "quoted" \\ 😀', _format: 'json' },
};

/** File names: those of `accept-files.ts`, then those that only this room would accept. */
export const FILES: Record<string, string[]> = {
  'with 40 files': tellApart(
    Array.from({ length: 40 }, (_each, at) => cleanFileName(`photo ${at % 7} 图.jpg`)),
  ),
  'with a long name': [
    cleanFileName(`${'履历'.repeat(100)}.docx`),
    cleanFileName(`${'long name '.repeat(60)}.txt`),
  ],
  'with marks in names': [
    "it's; a=b, (c) [d] {e} & #1 @2 ~ ^`+!$.txt",
    cleanFileName('=?utf-8?B?SGVsbG8=?=.txt'),
    "utf-8'en'x.txt",
  ],
  'with quoted names': ['say "hi".txt', 'C:\\cv\\a.txt', '100% sure %41.txt'],
};
