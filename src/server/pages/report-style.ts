import { pageStyles, pictureStyles } from "./app-styles.ts";

/** What the public pages have besides the styles of the web app. */
const own = `body{max-width:1232px;margin:0 auto;padding:0 var(--s7) var(--s7)}
small{display:block;font-size:var(--f1);font-weight:400;color:var(--soft);line-height:1.25}
.presenter{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--s2) var(--s5);min-height:60px;padding:var(--s3) 0;color:var(--soft);border-bottom:1px solid var(--hair)}
.presenter bdi{color:var(--ink);font-weight:600}
.presenter img{max-width:12rem;height:36px;object-fit:contain}
.presenter img:only-child{margin-left:auto}
.verdict{padding:var(--s6) 0}
main:first-child{padding-top:var(--s4)}
.verdict+.sec,.verdict+.two{margin-top:0}
.of{color:var(--soft);margin-bottom:var(--s2)}
h1,h2,blockquote,tbody th,td{overflow-wrap:anywhere}
.also h2{font-size:var(--f3);margin-top:var(--s3)}
.quote{padding-left:var(--s4);border-left:2px solid var(--me-2);max-width:46em}
.quote blockquote{font-size:var(--f4);line-height:1.42;white-space:pre-line;text-wrap:pretty}
.quote figcaption{color:var(--soft);font-size:var(--f1);margin-top:var(--s2)}
.quote,.sec+.two,.two+.two{margin-top:var(--s6)}
.sec .quote{margin-top:0}
.even{grid-template-columns:repeat(2,minmax(0,1fr))}
.even:has(>section:only-child){grid-template-columns:minmax(0,1fr)}
td{text-align:right;white-space:nowrap;vertical-align:top}
.rows td{padding-left:var(--s5)}
.dots .num,.dots td+td{padding-left:var(--s4)}
.dots td+td{width:1%;font-size:var(--f3);line-height:1.2;vertical-align:middle}
.dots .plot+td,.dots th:nth-child(3){padding-left:var(--s6)}
.dots .me td{font-weight:650}
.dots .me small{font-weight:400}
.dots tbody th{line-height:1.25;width:130px}
.dots tbody th:has(small){width:190px}
.dots tbody th,.dots td,.dots .plot svg{height:54px}
.rows tbody th{vertical-align:top}
.pt{r:3.5px}
.rows .top{padding-left:var(--s5);width:30%;text-align:left;white-space:normal}
.says text{font-size:13px;fill:var(--soft)}
.says .end,.says.end text{text-anchor:end}
.says .newest,.newest{font-size:17px;font-weight:650;fill:var(--me)}
.tr{margin-bottom:var(--s6)}
details{margin-top:var(--s2)}
details summary{padding:var(--s1) 0}
details table{margin-top:var(--s2)}
footer{color:var(--soft);max-width:46em}
footer h2{font-size:var(--f3);color:var(--ink)}
footer p{margin-top:var(--s2);text-wrap:pretty}
.missing{padding:12vh 0;max-width:34rem}
.missing h1{font-size:1.75rem;margin-bottom:var(--s3)}
@media (max-width:1180px){body{padding:0 var(--s6) var(--s6)}.also{max-width:36rem;margin-top:var(--s5)}.also h2{margin-top:0}}
@media (max-width:820px){.even{grid-template-columns:minmax(0,1fr)}}
@media (max-width:640px){body{padding:0 var(--s4) var(--s6)}.verdict{padding:var(--s4) 0 var(--s5)}
.dots tr{display:grid;grid-template-columns:minmax(0,1fr) repeat(3,auto);align-items:end;padding:var(--s2) 0 0}
.dots tbody tr{align-items:start;border-bottom:1px solid var(--hair)}
.dots tbody th,.dots td{height:auto;width:auto;max-width:none}
.dots th:nth-child(2),.dots .plot{grid-row:2;grid-column:1/-1}
.dots .num,.dots td+td{min-width:4.7rem;padding-left:var(--s3)!important}.rows td{padding-left:var(--s3)}
.dots .plot svg{height:34px}
.dots tbody th{font-size:var(--f3)}
.rows .top{padding-left:var(--s3)}}
@media print{body{max-width:none;padding:0}.presenter{padding-top:0}.verdict{padding:var(--s4) 0}.also{max-width:none;margin-top:var(--s4)}
.rows th,.rows td{padding-top:4px;padding-bottom:4px}.rows small{display:inline;margin-left:var(--s3)}.rows td small{display:inline-block;min-width:5.6em}.dots tbody th,.dots td{height:40px}.dots .plot svg{height:40px}
.sec+.two,.two+.two,.even,footer.sec{margin-top:var(--s4)}.pl>svg{height:190px}
summary{display:none}details::details-content{content-visibility:visible;block-size:auto}}
`;

/** The stylesheet of the public pages: for phones, desktops and paper, light and dark. `base`: path of the site. */
export const reportStyle = (): string => pageStyles() + pictureStyles() + own;
