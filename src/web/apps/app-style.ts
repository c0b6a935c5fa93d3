/** Styles of the pages that run in the browser, in addition to those of every page. */
export const APP_STYLE = `
:root{--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--bad:#f2a49c}}
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
.card .onward{margin:20px 0 0}
.card [role=alert]:empty,.card [role=status]:empty{display:none}
label,.label,legend{display:block;margin:0 0 6px;padding:0;font-weight:600;font-size:.95rem}
input:not([type=radio],[type=checkbox]),textarea{display:block;width:100%;min-height:48px;margin:0 0 6px;padding:10px 14px;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--edge);border-radius:10px}
textarea{resize:vertical}
::placeholder{color:var(--soft);opacity:1}
input:focus-visible,textarea:focus-visible,select:focus-visible{outline-offset:0;border-radius:10px}
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
.app h3{margin:40px 0 0;font-size:1.15rem;line-height:1.4}
.app h4{margin:0 0 8px;font-size:.95rem}
.app h2:focus{outline:none}
.app.inbox{max-width:54rem}
.inbox .bar{align-items:center;margin:0 0 16px}
.inbox .bar h2,.card>h2{margin:0;font-size:1.3rem;line-height:1.3;letter-spacing:-.01em;overflow-wrap:anywhere}
.card>h2{margin:0 0 12px}
.state{display:inline-block;padding:3px 12px;border-radius:999px;font-size:.85rem;font-weight:600;line-height:1.5;white-space:nowrap}
.state.active{background:var(--done-tint);color:var(--done)}
.state.waiting{background:var(--halt-tint);color:var(--halt)}
.state.paused{background:var(--act-tint);color:var(--act)}
.month{margin:0 0 28px}
.month p{margin:0}
meter{display:block;width:100%;height:10px;margin:8px 0;border:0;background:none}
meter::-webkit-meter-inner-element{display:block;height:10px}
meter::-webkit-meter-bar{height:10px;border:0;border-radius:5px;background:var(--line)}
meter::-webkit-meter-optimum-value{border-radius:5px;background:var(--done)}
meter::-webkit-meter-suboptimum-value{border-radius:5px;background:var(--halt)}
meter::-moz-meter-bar{border-radius:5px;background:var(--done)}
meter:-moz-meter-sub-optimum::-moz-meter-bar{background:var(--halt)}
.forms{list-style:none;margin:0 0 24px;padding:0}
.forms li{position:relative;display:grid;grid-template-columns:1fr auto;gap:2px 24px;align-items:center;margin:0 0 12px;padding:18px 22px;background:var(--paper);border:1px solid var(--line);border-radius:16px}
.forms li:hover{border-color:var(--edge)}
.forms a{font-size:1.08rem;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
.forms a::after{content:"";position:absolute;inset:0;border-radius:16px}
.forms li:hover a{text-decoration:underline}
.forms a:focus-visible{outline:none}
.forms a:focus-visible::after{outline:3px solid var(--act);outline-offset:3px}
.forms p{grid-column:1/-1;margin:0}
.switch{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;align-items:center}
.app .switch input{appearance:none;position:relative;width:44px;height:26px;min-height:0;margin:0;padding:0;border:1px solid var(--edge);border-radius:13px;background:var(--ground);cursor:pointer}
.switch input::before{content:"";position:absolute;left:3px;top:3px;width:18px;height:18px;border-radius:50%;background:var(--edge)}
.app .switch input:checked{border-color:var(--act);background:var(--act)}
.switch input:checked::before{left:21px;background:var(--on-act)}
.app .switch input:focus-visible{outline-offset:3px;border-radius:13px}
.switch label{margin:0;cursor:pointer}
.switch p{grid-column:2;margin:0}
.counts figure{display:grid;grid-template-columns:1fr;gap:4px;margin:0 0 12px}
.counts .top{color:var(--soft);font-size:.8rem;line-height:1.2}
.counts svg{display:block;width:100%;height:130px;border-top:1px solid var(--line);border-bottom:1px solid var(--edge)}
.counts figcaption{display:flex;justify-content:space-between;color:var(--soft);font-size:.8rem}
.column{fill:transparent}
g:hover>.column{fill:var(--ground)}
rect.delivered{fill:var(--done)}
rect.failed{fill:var(--bad)}
rect.refused{fill:var(--edge)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;margin:0 0 12px;padding:0;font-size:.95rem}
.legend li::before{content:"";display:inline-block;width:12px;height:12px;margin:0 8px 0 0;border-radius:3px;background:currentColor}
.legend .delivered::before{color:var(--done)}
.legend .failed::before{color:var(--bad)}
.legend .refused::before{color:var(--edge)}
table{width:100%;margin:12px 0 0;border-collapse:collapse;font-size:.92rem;overflow-wrap:normal;hyphens:auto}
th,td{padding:6px 8px 6px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:500}
thead th{color:var(--soft);font-size:.85rem}
.settings{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,17rem);gap:8px 36px;align-items:start}
.card>h2+.notice{margin:0 0 16px}
.settings>.notice,.settings>.end{grid-column:1/-1}
.settings>.notice{margin:0 0 16px}
.settings .end .notice{margin:12px 0 0}
.field,.fields>.switch,.group{margin:0 0 22px}
.field p,.group>p{margin:0}
.group legend{margin:0 0 4px}
.group>.switch{margin:12px 0 0}
.group .field{margin:12px 0 0;padding:0 0 0 16px;border-left:2px solid var(--line)}
.group>.field{display:flow-root}
.group>.field+.field{margin:0;padding-top:12px}
select{display:block;width:100%;min-height:48px;margin:0 0 6px;padding:10px 14px;font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--edge);border-radius:10px}
[aria-invalid=true]{border:2px solid var(--bad)!important}
.fault{color:var(--bad);font-size:.92rem;font-weight:500}
.inner{margin:12px 0 0;padding:0 0 0 16px;border-left:2px solid var(--line)}
.inner .field{padding:0;border:0}
.inner .action{margin:12px 0 0}
.inner [role=alert]{margin:8px 0 0}
.group fieldset.field{margin-bottom:0}
.row{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;align-items:start;margin:12px 0 0}
.group .row .field{margin:0;padding:0;border:0}
.standing{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin:4px 0 0}
.standing .action{flex:none}
.standing button{min-height:36px;width:auto;padding:4px 14px;font-size:.9rem}
.row>button{margin:30px 0 0;min-height:48px}
.group>button.small{margin:12px 0 0}
.group>.row+button.small{margin-top:24px}
.rows{margin:12px 0 0}
.place{margin:0 0 12px;padding:14px;background:var(--ground);border:1px solid var(--line);border-radius:12px}
.place p{margin:0}
.place .bar{display:flex;gap:12px;justify-content:space-between;margin:0 0 6px}
.rows .field,.place .switch{margin:12px 0 0;padding:0;border:0}
.rows .keepsake{margin:12px 0 0}
.rows input:not([role=switch]){background:var(--paper)}
.group .notice{margin:12px 0 0}
.sheet.answer{margin:12px 0 0}
.lines{white-space:pre-line}
textarea.key,.fingerprint code{font-family:ui-monospace,monospace;font-size:.85rem}
.fingerprint{display:grid;gap:2px;margin:12px 0!important}
.composer ol{list-style:none;margin:16px 0 0;padding:0}
.composer li{margin:0 0 8px;background:var(--ground);border:1px solid var(--line);border-radius:12px}
.composer li.open{border-color:var(--edge)}
.composer .head{display:flex;gap:2px;align-items:stretch;padding:4px}
.composer .head button{border-color:transparent;background:none;color:var(--ink)}
.app .toggle{flex:1;display:grid;align-content:center;gap:0;min-width:0;width:auto;padding:6px 10px;text-align:left;line-height:1.35;overflow-wrap:anywhere;hyphens:auto}
.toggle .soft{font-weight:400}
.app .icon{flex:none;display:grid;place-items:center;width:40px;min-height:44px;padding:0}
.icon svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.composer .icon[aria-disabled=true]{color:var(--edge);opacity:.5;cursor:default}
.composer .body{padding:8px 14px 16px;border-top:1px solid var(--line)}
.composer .body .field{margin:12px 0 0;padding:0;border:0}
.composer .body .switch,.composer details{margin:14px 0 0}
.composer .body input:not([role=switch]),.composer .body :is(textarea,select){background:var(--paper)}
.options{margin:0 0 20px}
.options>summary{padding:8px 0;color:var(--act)}
.options .composer{margin:8px 0 24px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:0 16px;align-items:start}
.removed{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;margin:0 0 8px}
.kinds{display:flex;flex-wrap:wrap;gap:8px}
.app .kinds button{width:auto;padding:4px 14px;border-radius:999px}
.composer .add{margin:16px 0 0}
.add>button{margin:0 0 16px}
.example{margin:24px 0 0}
.composer .example .sheet{margin:0 0 6px}
.example .sheet p{margin:0 0 14px}
.example .sheet fieldset{margin:0 0 14px}
.example :is(input,textarea,select){background:var(--paper)}
.choice{display:flex;gap:10px;align-items:baseline;margin:0 0 10px;font-weight:400}
.choice input{flex:none;width:1.1em;height:1.1em;margin:0;accent-color:var(--act);transform:translateY(.15em)}
.preview{position:sticky;top:16px}
.sheet{margin:0 0 24px;padding:16px 18px;background:var(--ground);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
.sheet p{margin:0}
.sheet .from{font-weight:600}
.sheet .about{margin:0 0 4px}
.sheet.page .about{font-size:1.15rem;font-weight:600}
.sheet .way{margin:12px 0 0;color:var(--act)}
.manage>*+*{margin-top:24px;padding-top:24px;border-top:1px solid var(--line)}
.manage>.notice{border:0;padding:16px}
.actions{display:flex;flex-wrap:wrap;gap:12px}
button.danger{border-color:var(--bad);color:var(--bad)}
.form .keepsake+*{margin-top:16px}
@media (max-width:52rem){.settings{grid-template-columns:minmax(0,1fr)}.preview{position:static}}
@media (max-width:36rem){.forms li{grid-template-columns:1fr}.forms .state{justify-self:start}.action{flex:1 1 100%}th,td{font-size:.85rem}}
@media (max-width:36rem){.outcome{padding-left:48px}.step{padding-left:0}.step h2{padding-left:48px}.step:not(:last-child)::after{display:none}.step{padding-bottom:24px}button.small{width:auto}}
@media (prefers-reduced-motion:reduce){.waiting::before{animation:none}}
`;
