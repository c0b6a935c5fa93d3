/** Styles of the pages that run in the browser, in addition to those of every page. */
export const APP_STYLE = `
main.app{max-width:46rem;margin:0 auto;padding:0;background:none;border:0;border-radius:0}
.app h1{font-size:clamp(1.7rem,5vw,2.2rem)}
.app header{margin:0 0 36px}
.app header .lead{max-width:36rem;margin:0;color:var(--soft);font-size:1.05rem}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 32px;font-weight:600;letter-spacing:-.01em}
.brand svg{width:28px;height:28px;padding:6px;border-radius:8px;background:var(--act);color:var(--on-act);fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.steps{list-style:none;margin:0;padding:0}
.step{position:relative;padding:0 0 32px 56px}
.step:not(:last-child)::after{content:"";position:absolute;left:17.5px;top:44px;bottom:8px;width:1px;background:var(--line)}
.step h2{display:flex;align-items:center;min-height:36px;margin:0;font-size:1.15rem}
.step h2:focus{outline:none}
.step .number{position:absolute;left:0;top:0;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;border:1px solid var(--line);background:var(--paper);color:var(--soft);font-size:.95rem;font-weight:600}
.now .number{border-color:var(--act);background:var(--act);color:var(--on-act)}
.open .number{border-color:var(--act);color:var(--act)}
.done .number{border-color:transparent;background:var(--done-tint);color:var(--done)}
.step.done{background:none;color:inherit}
.number svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.later h2{color:var(--soft);font-weight:500}
.outcome{margin:4px 0 0;color:var(--soft)}
.card{margin:14px 0 0;padding:clamp(18px,4vw,28px);background:var(--paper);border:1px solid var(--line);border-radius:16px;overflow-wrap:anywhere}
.card>:last-child,.notice>:last-child{margin-bottom:0}
.card [role=alert]:empty,.card [role=status]:empty{display:none}
label,.label,legend{display:block;margin:0 0 6px;padding:0;font-weight:600;font-size:.95rem}
input:not([type=radio]),textarea{display:block;width:100%;min-height:48px;margin:0 0 6px;padding:10px 14px;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--edge);border-radius:10px}
textarea{resize:vertical}
::placeholder{color:var(--soft);opacity:1}
input:focus-visible,textarea:focus-visible{outline-offset:0;border-radius:10px}
.card p>.soft{display:block}
button[aria-disabled=true]{opacity:.7;cursor:progress}
button.small{min-height:36px;padding:4px 14px;font-size:.9rem;border-color:var(--edge)}
.value{display:grid;grid-template-columns:1fr auto;gap:8px 16px;align-items:center;margin:0}
.keepsake+.keepsake{margin-top:20px;padding-top:20px;border-top:1px solid var(--line)}
.keepsake .soft{margin:8px 0 0}
.waiting{display:flex;align-items:center;gap:12px;margin:0 0 4px;font-weight:600}
.waiting::before{content:"";flex:none;width:10px;height:10px;border-radius:50%;background:var(--act);animation:wait 1.8s ease-in-out infinite}
@keyframes wait{50%{opacity:.25}}
.notice{margin:16px 0 0;padding:12px 16px;border-radius:10px;background:var(--halt-tint)}
.notice.good{background:var(--done-tint)}
.notice p{margin:0 0 4px}
.notice .soft{color:inherit}
fieldset{min-width:0;margin:0 0 20px;padding:0;border:0}
.choices{display:flex;flex-wrap:wrap;gap:8px}
.choices label{position:relative;margin:0;padding:7px 16px;border:1px solid var(--edge);border-radius:999px;font-weight:500;cursor:pointer}
.choices input{position:absolute;inset:0;margin:0;opacity:0;cursor:pointer}
.choices label:has(:checked){border-color:var(--act);background:var(--act);color:var(--on-act)}
.choices label:has(:focus-visible){outline:3px solid var(--act);outline-offset:3px}
.file{margin:0 0 16px}
.file .value{margin:0 0 8px;color:var(--soft)}
pre.code{max-height:26rem;overflow:auto;white-space:pre;font-size:13px;tab-size:2}
summary{cursor:pointer;font-weight:600;font-size:.95rem}
details ul{margin:8px 0 0;padding-left:20px;color:var(--soft);font-size:.95rem}
.languages{margin:24px 0 0;padding:20px 0 0;border-top:1px solid var(--line)}
.languages ul{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;margin:0;padding:0;font-size:.95rem}
.languages [aria-current]{color:inherit;font-weight:600;text-decoration:none}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:36rem){.outcome{padding-left:48px}.step{padding-left:0}.step h2{padding-left:48px}.step:not(:last-child)::after{display:none}.step{padding-bottom:24px}button.small{width:auto}}
@media (prefers-reduced-motion:reduce){.waiting::before{animation:none}}
`;
