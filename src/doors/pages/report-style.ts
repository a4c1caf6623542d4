/** The stylesheet of the public pages: for phones, desktops and paper, light and dark. */
export const reportStyle = `:root{color-scheme:light dark;--ink:#1b1f24;--quiet:#57606a;--paper:#fff;--raised:#f6f7f9;--rule:#d5dae0;--accent:#0b5cad;--band:#0b5cad38;--notice:#fff4d6;--notice-rule:#8a6100}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--quiet:#a3acb7;--paper:#14171b;--raised:#1d2126;--rule:#39414a;--accent:#6db3f8;--band:#6db3f847;--notice:#3a2f10;--notice-rule:#e0b64a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:60rem;padding:1.5rem clamp(1rem,4vw,2.5rem) 3rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
h1,h2{line-height:1.2;text-wrap:balance}
h1{margin:0;font-size:clamp(1.6rem,1.1rem + 2.4vw,2.4rem);letter-spacing:-.015em}
h2{margin:0 0 .75rem;font-size:1.2rem}
p{margin:0 0 .75rem}
header{margin-bottom:2rem}
header .quiet{margin:.5rem 0 0}
section{margin:0 0 2.5rem}
small,.interval,.moved{display:block;font-size:.8125rem}
small,.quiet,.interval,.tick{color:var(--quiet)}
small{font-weight:400}
.presenter{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;min-height:2.5rem;margin-bottom:1.5rem}
.presenter img{max-width:12rem;object-fit:contain}
.notice{padding:.75rem 1rem;border:1px solid var(--notice-rule);border-radius:.5rem;background:var(--notice);margin-bottom:1.5rem}
.summary{font-size:1.125rem;max-width:46rem;white-space:pre-line}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.75rem,1fr));gap:.75rem;margin:0}
.figures div{padding:1rem;border:1px solid var(--rule);border-radius:.5rem;background:var(--raised)}
.figures div:first-child{border-color:var(--accent)}
dt{font-weight:600;overflow-wrap:normal;hyphens:auto}
dd{margin:0;font-size:.875rem}
.value{display:block;font-size:2rem;font-weight:650;line-height:1.25;font-variant-numeric:tabular-nums}
.moved{margin-top:.5rem;padding-top:.5rem;border-top:1px solid var(--rule)}
.figures .bar{margin:.5rem 0}
.bar,.chart,.axis{display:block;overflow:visible}
.plot{display:flex;gap:.5rem}
.axis{flex:none}
.chart{flex:1;min-width:0}
.bar{margin:.35rem 0 0;max-width:22rem}
.track{fill:var(--rule)}
.span,.band{fill:var(--band)}
.dot{fill:var(--accent)}
.line{fill:none;stroke:var(--accent);stroke-width:2}
.grid{stroke:var(--rule)}
.tick{fill:var(--quiet);font-size:.75rem}
.end{text-anchor:end}
figure{margin:0}
figcaption{font-size:.875rem;margin-top:.25rem}
details{margin-top:.75rem}
summary{cursor:pointer;padding:.35rem 0;color:var(--accent)}
table{width:100%;border-collapse:collapse;font-size:.9375rem;font-variant-numeric:tabular-nums}
th,td{padding:.55rem .5rem;border-bottom:1px solid var(--rule);text-align:right;vertical-align:top}
th:first-child,td:first-child{padding-left:0;text-align:left}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--quiet);font-size:.8125rem;font-weight:600;vertical-align:bottom}
tbody th{font-weight:500;width:46%;overflow-wrap:anywhere}
td{white-space:nowrap}
.own th{font-weight:700;color:var(--accent)}
.own td{font-weight:600}
.own small{font-weight:400;color:var(--quiet)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));column-gap:2.5rem}
.pair td:last-child{white-space:normal;overflow-wrap:anywhere}
.pair tbody th{width:50%}
.sources tbody th{width:52%}
.sources td:nth-child(2){white-space:normal}
.whole{white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
footer{padding-top:1.5rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.875rem;max-width:46rem}
footer h2{font-size:1rem;color:var(--ink)}
.missing{padding:12vh 0;max-width:34rem}
.missing h1{margin-bottom:1rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:58rem){.figures{grid-template-columns:repeat(6,1fr)}.figures div{grid-column:span 2}.figures div:nth-child(-n+2),.figures div:nth-child(3):nth-last-child(2),.figures div:nth-child(4):last-child{grid-column:span 3}}
@media (max-width:30rem){table{font-size:.875rem}th,td{padding-left:.25rem;padding-right:.25rem}tbody th{width:38%}.sources tbody th{width:38%}dt{font-size:.9375rem}.figures div{padding:.75rem}.figures div:not(:first-child){grid-column:span 3}.figures div:first-child{grid-column:1/-1}small{font-size:.75rem}.value{font-size:1.6rem}}
@media print{@page{margin:16mm}:root{color-scheme:light;--ink:#000;--quiet:#444;--paper:#fff;--raised:#fff;--rule:#bbb;--accent:#0b5cad;--band:#0b5cad38;--notice:#fff;--notice-rule:#000}body{padding:0;max-width:none;font-size:10pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}section{margin-bottom:1.25rem}header{margin-bottom:1rem}h1{font-size:20pt}.presenter{margin-bottom:.75rem}.summary{font-size:11pt}.figures{gap:.5rem}.figures div{padding:.5rem .75rem}th,td{padding-top:.3rem;padding-bottom:.3rem}.figures div,tr,figure,.notice,footer{break-inside:avoid}h2{break-after:avoid}.value{font-size:1.4rem}summary{display:none}details::details-content{content-visibility:visible;block-size:auto}}
`;
