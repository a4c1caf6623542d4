/** Phrases around list names and section headings, in the languages of the answers, in lower case. */

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join("|"), "u");

/** A label that gives an award to what follows its colon or dash: "Best overall: …", "Testsieger – …". */
export const award = anyOf([
  "^(?:our |my |the |editors?'? )?(?:best|top|most|winner|runner|overall|also great|editor|budget|upgrade|premium|luxury|value|cheapest|fastest|lightest|safest|easiest|premier|leading|honou?rable|favou?rite|recommended|recommendation|first|second|third|bonus|alternative)\\b(?! (?:for|features?|use|uses|used|feature|with|suited|paired|things?)$)",
  "\\b(?:pick|choice|winner|award|overall|on a budget|for (?:most|beginners|families|travel|kids|pros?|professionals|small|large|everyday|gaming|business))$|^(?:for|if you) ",
  "^(?:best|beste[rsn]?|testsieger|gewinner|preis-leistungs|günstigste|empfehlung|sieger|top-)",
  "^(?:le |la |les )?(?:meilleure?s?|coup de c|gagnant|choix|recommand)|^(?:el |la |los |las |lo )?(?:mejor|ganador|opción|recomend)|^(?:o |a |os |as )?(?:melhor|vencedor|escolha|opção)|^(?:il |la |i |le )?(?:miglior|vincitore|scelta|consigliat)",
  "^(?:beste|winnaar|keuze|aanrader)|^(?:bäst|vinnare|testvinnare|prisvärd)|^(?:paras|parhaa|voittaja|suosit)|^(?:najleps|zwycięzca|wybór|polecan)|^(?:en (?:iyi|uygun|ucuz)|kazanan|öneri)",
  "^(?:самы[йе] |лучш|победитель|выбор|рекоменд)|^(?:ベスト|最|おすすめ|イチオシ|総合)|^(?:最佳|最|首选|推荐|综合|性价比)|^(?:ال)?(?:أفضل|الأفضل|الخيار)",
]);

/** A heading, label or remark that warns of the things it introduces. */
export const avoidance = anyOf([
  "\\b(?:avoid(?:ed|ing)?|steer clear|stay away|beware|worst|skip|overrated|not worth|do(?:n't| not) (?:buy|bother|recommend)|would(?:n't| not) recommend|(?:can't|cannot|can not) recommend|not recommend(?:ed)?|not to (?:buy|choose|pick|get)|less recommended|disappointing|red flags?)\\b",
  "vermeiden|meiden|nicht (?:zu )?empfehl|nicht empfohlen|abraten|finger weg|schlechteste",
  "éviter|déconseill|pas recommand|à fuir|(?:les )?pires\\b|evitar|no recomend|peores|não recomend|piores|evitare|sconsigliat|non consigli|peggiori",
  "vermijden|afgeraden|afrader|niet aan (?:te raden|bevolen)|slechtste|undvik|rekommenderas? inte|sämsta|vältä|vältettäv|en suosittele|huonoim",
  "unika[ćj]|nie polecam|odradzam|najgorsz|kaçın|önermiyor|önerilme|en kötü|uzak dur|избега|не рекоменд|худш|не стоит",
  "避け|おすすめしない|お勧めしない|おすすめできない|買ってはいけない|最悪|避免|避开|不推荐|不建议|最差|避雷|踩雷|不要买|不推薦|تجنب|لا (?:أ|ن)نصح|لا (?:يُ|ي)نصح|أسوأ",
]);

/** First words of advice, questions or remarks, which are never names. */
export const remarkOpeners: ReadonlySet<string> = new Set(
  `supports support includes contains offers features built-in made comes powered provides helps allows works designed
    suitable around approximately starts starting limited additional available known about add also although always and any are ask assess at avoid be because before but by buy buying can check
    choose choosing compare comparing confirm consider considering cons could create decide define depends
    determine did do does don't either else enable ensure evaluate even every explore factor factors few final
    finally find for from get getting give given go had has have here here's how however i i'd i'll i'm i've
    identify if in instead into is it's its keep key know let let's looking make many maybe might more need never
    no not note notes now of offers or other others our overall per please pros quick quickly read recommended
    remember research review reviews see select selecting she should since so some sometimes start still such
    summary take tell test than thanks that their then there these they they're think this those though through tip
    tips to track transfer try trying types under understand unless until unlike update upgrade use using very
    visit wait was watch we we'd we've were what what's when where whether which while who why will with within
    without works would write yes yet you you'll you're your warum wie wann wo wenn für mit und oder nicht tipp
    tipps pourquoi comment si pour avec una por qué cómo para con uno perché come waarom hoe als voor met varför
    hur vad om för med miksi miten jos dlaczego jak jeśli dla neden nasıl eğer için почему как если для`
    .trim()
    .split(/\s+/),
);

/** Words for properties, sections and advice: a list name of such words alone is not a name. */
export const topicWords: ReadonlySet<string> = new Set(
  `ability access accessibility accessories account accounts accuracy additional adjustability adjustable advanced
    advantages advice affordability affordable age alternative alternatives amount analysis app application
    applications apps area areas assistance assistant assurance audio audience authentication auto availability
    available average award back background balance bands base basic basics bass battery beginner beginners benefit
    benefits best better bluetooth body bonus bottom brand brands breathability brightness browser budget build
    built business buy buyer buyers buying cable call camera cameras cancellation cancelling capabilities
    capability capacity care case cases categories category caveats certification charge charging cheap cheapest
    checklist choice choices classic cleaning cloud code color colors colour comfort comfortable comparison
    compatibility complete compliance compatible concerns conclusion condition conditions connectivity connection
    cons consider considerations construction contact content control controls convenience cooking cooling core
    corporate cost costs coverage creative credit criteria cross cushioning custom customer customers customization
    cycle data date day deals delivery dependability depth design desktop details device devices difference
    differences digital dimensions disadvantages discount discounts disclaimer display distance distribution
    downside downsides drawback drawbacks driver drivers durability durable ease easiest easy eco education edition
    efficiency emergency encryption energy enterprise entry environment environmental ergonomics essential
    essentials everyday example examples excellent expert experience extra extras fabric family factors fast faster
    favorite feature features fees field filter filtration final financial finish fit fitness flexibility flexible
    flavor focus food footprint form formula frame free freelancers frequency friendly fuel full fun function
    functionality functions gameplay gaming gear general gift goal goals good grade great grip guarantee guide
    guidelines hardware health heat heavy height high higher highlights home honorable hybrid ideal image impact
    important included info information ingredients initial input inputs install installation instant insurance
    integration integrations intended interface interest international internet introduction issues kitchen key
    language large latency latest layout leading learning legal length level levels license life lifespan lifestyle
    lifetime light lightweight limit limitations limited limits links list lists local location long look loud low
    luxury maintenance management manual manufacturer market material materials max maximum medium memory mention
    mentions methods microphone mid midrange migration mileage minimum mobile mode model models modern money
    monitoring monthly multi music narrow natural need needs network new night noise notable note notes occasion
    office offers offline online open operating operation option options order other output outdoor overall
    overview owner package pace pairing part parts party password passwords payment payments people per perfect
    performance period personal phone pick picks place plan plans platform platforms play player players playtime
    pocket point points policy popular popularity port portability portable ports position power practical
    preferences premium pressure price prices pricing priority privacy pro problem process processor product
    products professional professionals profile pros protection protocol provider providers purchase purpose
    quality quantity question questions quick quiet range ranges rates rating ratings reason reasons recommendation
    recommendations recommended recovery reference references refund regular reliability reliable remote rental
    replacement reputation requirements research resistance resolution resources response responsiveness result
    results return returns review reviews rewards room routine runner safety sales sample save savings scalability
    screen season seasonal seat seats secure security selection sensitive service services set settings setup
    setting shape shared sharing shipping shoe shoes shop shopping short simple simplicity site size sizes sizing
    skill skin sleep small smart soft software solution solutions solid sound source sources space spec special
    specification specifications specific specs speed speeds sports stability standard standout start starter
    status step steps storage store stores strategy strength strengths strong structure students style styles
    subscription suggestion suggestions suitability suited summary support surface sustainability sync system
    systems table target tax team teams tech technical technology temperature term terms test tested testing
    texture theme things thought thoughts tier time times tip tips tool tools top total touch touchscreen track
    tracking training transfer travel trial trust type types ultra unique up upgrade upgrades upkeep usability use
    user users uses utility value variety verdict version versions versatile versatility video view voice volume
    warning warranty washable washing water waterproof waterproofing weakness weaknesses weather web website
    websites weight what width wi-fi wifi window winner winners wireless work workflow world year years zone zones
    answer bottom-line faq faqs recap rundown takeaway takeaways tl;dr tldr preis preise vorteile nachteile fazit
    tipps qualität leistung funktionen eigenschaften zusammenfassung quellen hinweis akkulaufzeit klang komfort
    verarbeitung ausstattung bewertung prix avantages inconvénients conseils qualité confort autonomie
    caractéristiques résumé précio precio precios ventajas desventajas conclusión consejos calidad rendimiento
    características resumen fuentes batería sonido preço preços vantagens conclusão dicas qualidade desempenho
    recursos resumo fontes prezzo prezzi vantaggi svantaggi conclusione conclusioni consigli qualità prestazioni
    caratteristiche riassunto fonti autonomia prijs prijzen voordelen nadelen conclusie kwaliteit prestaties
    kenmerken samenvatting bronnen pris priser fördelar nackdelar slutsats kvalitet prestanda egenskaper
    sammanfattning källor hinta hinnat edut haitat yhteenveto laatu suorituskyky ominaisuudet lähteet cena ceny
    zalety wady podsumowanie jakość wydajność cechy źródła fiyat fiyatlar avantajlar dezavantajlar sonuç kalite
    performans özellikler özet kaynaklar цена цены плюсы минусы преимущества недостатки вывод выводы качество
    характеристики источники итог советы 価格 特徴 メリット デメリット まとめ ポイント 品質 性能 注意点 出典 比較 选择建议 价格 特点 优点 缺点 总结 质量 建议 来源 结论
    優點 缺點 總結 السعر المميزات العيوب الخلاصة الجودة الأداء المصادر نصائح الإيجابيات السلبيات gps usb usb-c ram cpu
    gpu ssd hdd hd hdr uhd oled lcd led anc api crm erp seo vpn ip sms b2b b2c ai ml ui ux roi diy spf uv nfc mfa
    2fa sso totp pdf tv pc mac ios android windows linux macos hepa bpa psi mpg apr apy id url`
    .trim()
    .split(/\s+/),
);
