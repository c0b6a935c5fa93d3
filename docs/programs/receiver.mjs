// Checks the signature of a webhook and adds its message to Notion, Airtable or Nextcloud.
const clip = (text, most) => Array.from(String(text)).slice(0, most).join('');
const toText = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join('\n');

// How each service adds one message. Leave the one that you use.
const services = {
  notion: ({ NOTION_TOKEN, NOTION_DATA_SOURCE }, { data }) => ({
    url: 'https://api.notion.com/v1/pages',
    headers: { authorization: `Bearer ${NOTION_TOKEN}`, 'notion-version': '2025-09-03' },
    body: {
      parent: { type: 'data_source_id', data_source_id: NOTION_DATA_SOURCE },
      properties: {
        Name: { title: [{ text: { content: clip(`${data.alias} ${data.reference}`, 2000) } }] },
      },
      children: Array.from(toText(data.fields).matchAll(/[^]{1,1000}/g), ([part]) => ({
        object: 'block',
        type: 'paragraph',
        paragraph: { rich_text: [{ type: 'text', text: { content: part } }] },
      })).slice(0, 100),
    },
  }),
  airtable: ({ AIRTABLE_TOKEN, AIRTABLE_BASE, AIRTABLE_TABLE }, { data }) => ({
    url: `https://api.airtable.com/v0/${AIRTABLE_BASE}/${encodeURIComponent(AIRTABLE_TABLE)}`,
    headers: { authorization: `Bearer ${AIRTABLE_TOKEN}` },
    body: {
      records: [
        {
          fields: {
            Reference: data.reference,
            Form: data.alias,
            Message: clip(toText(data.fields), 100_000),
          },
        },
      ],
    },
  }),
  nextcloud: ({ NEXTCLOUD_URL, NEXTCLOUD_LOGIN, NEXTCLOUD_TABLE, NEXTCLOUD_COLUMNS }, { data }) => {
    const [reference, message] = NEXTCLOUD_COLUMNS.split(',');
    return {
      url: `${NEXTCLOUD_URL}/ocs/v2.php/apps/tables/api/2/tables/${NEXTCLOUD_TABLE}/rows`,
      headers: {
        authorization: `Basic ${btoa(NEXTCLOUD_LOGIN)}`,
        'ocs-apirequest': 'true',
        accept: 'application/json',
      },
      body: { data: { [reference]: data.reference, [message]: toText(data.fields) } },
    };
  },
};

async function isGenuine(secret, headers, body) {
  const [id, time, given] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const toBytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const key = await crypto.subtle.importKey(
    'raw',
    toBytes(secret.slice('whsec_'.length)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  for (const each of given.split(' ')) {
    if (
      /^v1,[\w+/]+=*$/.test(each) &&
      (await crypto.subtle.verify('HMAC', key, toBytes(each.slice(3)), signed))
    )
      return true;
  }
  return false;
}

export async function receive(request, env) {
  const body = await request.text();
  if (!(await isGenuine(env.WEBHOOK_SECRET, request.headers, body)))
    return new Response(null, { status: 401 });
  const { url, headers, body: sent } = services[env.SERVICE](env, JSON.parse(body));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
    signal: AbortSignal.timeout(8000),
  });
  return new Response(null, { status: answer.ok ? 204 : 502 });
}

export default { fetch: receive };
