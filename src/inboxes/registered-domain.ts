/**
 * Labels under which countries register names for anybody, as in example.co.uk. Names under a missing
 * label share a budget; the owner of a name listed by mistake has a budget for each subdomain.
 */
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  (
    'ac ad adv art asn asso bc biz co com ed edu eng firm gc gen go gob gouv gov govt gr gv id in ' +
    'ind inf info k12 law lg ltd me mi mil muni ne net nhs nom on or org pe plc police pp qc re res ' +
    'sch school tm web'
  ).split(' '),
);

/** The registered domain, whose owner can invent subdomains at will. */
export function registeredDomain(domain: string): string {
  const labels = domain.split('.');
  const [second = '', country = ''] = labels.slice(-2);
  const count = country.length === 2 && SECOND_LEVEL.has(second) ? 3 : 2;
  return labels.slice(-count).join('.');
}
