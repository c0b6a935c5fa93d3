/** Styles of a form with fields, in addition to those of every page. */
export const FORM_STYLE = `
:root{--bad:#b3261e;--bad-tint:#fcebea}
@media (prefers-color-scheme:dark){:root{--bad:#f2a49c;--bad-tint:#3a2220}}
.faults{margin:0 0 28px;padding:16px 20px;border-left:4px solid var(--bad);border-radius:4px 10px 10px 4px;background:var(--bad-tint)}
.faults p{margin:0 0 8px;font-weight:600}
.faults ul{margin:0;padding:0 0 0 18px}
.faults li+li{margin-top:8px}
.faults a{color:inherit;font-weight:600}
.field{min-width:0;margin:0 0 24px;padding:0;border:0;scroll-margin-top:24px}
.field.bad{padding-left:14px;border-left:4px solid var(--bad)}
.field label,legend{display:block;margin:0 0 6px;padding:0;font-weight:600;font-size:.95rem}
legend{float:left;width:100%}
legend+*{clear:both}
.field .soft{font-weight:400}
.field input:not([type=radio],[type=checkbox]),textarea,select{display:block;width:100%;min-height:48px;margin:0;padding:10px 14px;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--edge);border-radius:10px}
textarea{resize:vertical}
select[multiple]{padding:8px}
::placeholder{color:var(--soft);opacity:1}
.bad input:not([type=radio],[type=checkbox]),.bad textarea,.bad select{border-color:var(--bad)}
.field input:focus-visible,textarea:focus-visible,select:focus-visible{outline-offset:0;border-radius:10px}
.field .choice{display:flex;gap:10px;align-items:flex-start;margin:0;padding:8px 0;font-weight:400;font-size:1rem}
.field .choice input{flex:none;width:22px;height:22px;margin:2px 0 0;accent-color:var(--act)}
.field .choice input:focus-visible{outline-offset:2px;border-radius:4px}
.fault{display:block;margin:6px 0 0;color:var(--bad);font-size:.95rem}
.typed{display:block;margin:4px 0 0;font-size:.95rem;white-space:pre-line}
.given dd{white-space:pre-line}
.lost{display:block;margin:6px 0 0;font-size:.95rem;font-weight:600}
#left-out{margin:0 0 28px}
`;
