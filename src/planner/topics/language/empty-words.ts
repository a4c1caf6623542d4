import { primaryLanguage } from "../../../reader/text/language/stemmer.ts";

/** Words of a question that do not say what it is about: grammar, and praise that every buyer asks for. */
const lists: Readonly<Record<string, string>> = {
  en: `
    a about all also am an and any are as at be been best better but by can could did do does each few for from get
    give good great had has have how i if in into is it its just like list make many me more most much my need no not
    of on one or our out over people popular recommend recommended should so some suggest than that the their them
    there these they this those to top up us use used using vs versus very want was we what when where which while who
    whom whose why will with without worth would you your agencies agency brand brands businesses companies company
    firm firms manufacturer manufacturers provider providers seller sellers service services shop shops store stores
    supplier suppliers vendor vendors achieve advice advise always anyone ask asking buy choose choosing come comes
    compare compared consider different fair find finds going got happen happens having help helpful helps here idea
    keep keeps kind know known leading learn lesser long look looking looks matter matters option options person pick
    really reliable right say says see small someone something start struggle struggles struggling suggestion suit
    suitable suits sure take takes tell thing things tip tips trouble try trying type types understand value way ways
    well work works alternative alternatives budget after again already before even ever maybe never next nobody nothing only somebody still then today tonight whole wrong yet don doesn didn isn aren won wouldn couldn re ve ll`,
  de: `
    aber alle als am an auch auf aus bei beim bester beste besten besser bin bis bitte da das dass dem den der des die
    diese dieser dieses du ein eine einem einen einer eines empfehlen empfehlung es für gibt gut gute guten hat haben
    ich ihr im in ist kann können man mein mehr mich mir mit nach nicht noch nur oder ohne sehr sich sie sind sollte
    soll ab abschneiden achten alternative alternativen anbieter ankommt bekannt bekannte bekannten brauche brauchen
    braucht eignen eignet fair fairer finde finden findet führenden funktioniert geht geld helfen hilft jemand kommt
    lohnen lohnt mache machen macht meine meinem meinen meiner nehmen nimmt passt passen regeln regle richtig richtige
    richtigen bekomme bekommen bist darf darfst dürfen dürft empfiehlst empfiehlt firma gehen gibt's gilt habt hast
    hatte hätte hätten heißt ihm ihn ihnen ihre ihren irgendein jede jeden jeder jedes jetzt kannst könnt könnte
    könnten könntest konnte lasse lassen lieber mag möchte möchten möchtest muss müssen musst müsste sagen sein seine
    seinen seiner sei seid sollst sollten solltest viel viele weiß wem wen weshalb wessen willst wirst wisst wollt
    womit wofür wohin woher wonach wurde wurden würden würdest firmen geschäft geschäfte hersteller händler marke
    marken unternehmen schneiden schwierigkeiten sollen suche suchen tun vergleich weniger wert wichtig will wollen
    woran worauf würde über um und uns unser von vor was welche welcher welches wenn wer werden wie wieso warum wir
    wird wo zu zum zur habe wann keine keinen keiner denn doch mal`,
  fr: `
    au aux avec bon bonne bons ce ces cet cette comment conseillez dans de des du elle en est et être eu faire faut il
    ils je la le les leur lui ma mais me meilleur meilleure meilleurs meilleures mes moi mon ne nos notre nous on ou
    où par pas peut plus pour pourquoi quand que quel quelle quelles quels qui sa sans se ses son sont sur ta tes ton
    tous tout achat aider aide-moi alternative alternatives attention bien budget chercher choisir comparer connues
    difficultés existe existent faites fonctionne idéal marche matière mieux moins options passe peux petit
    principales problèmes puis quoi raisonnable recommande recommander recommandes recommandez souvent trouve trouver
    veux voudrais être-ce a-t-il afin ai aie ait alors après as aucun aucune auquel aussi aura aurais autre autres
    avait avant avez avoir avons beaucoup cela celle celles celui ceux chaque chez connais connaissez depuis dire dit
    dois doit doivent dont duquel elles encore entre étais était êtes eux fais fait font fallait faudrait jamais là
    laquelle lequel lesquelles lesquels lors mêmes met mettre moindre nul parce pendant personne peuvent plusieurs
    pourrais pourrait pouvez prend prendre puis-je quelqu quelque quelques rien sais savoir selon sera serait seront
    soit sommes sous suis tant telle tels toute toutes va vais vas vers veut voici voilà voulez vont vraiment jusqu
    lorsqu puisqu qu très tu un une vos votre vous à combien cherche cherchons temps`,
  es: `
    al algo algún como cómo con cual cuál cuales cuáles cuando de del dónde el ella en es esa ese eso esta este esto
    está hay la las lo los mas más me mejor mejores mi mis muy nada no nos nuestra nuestro o para pero por porque
    puede puedo alternativas ayudar buscar buen buena bueno buenos comparar conocidas elegir encontrar existen fijarme
    funciona funcionan hace hacer justo menos necesito opciones pena poco presupuesto principales problemas puedes
    quiero además ahora alguien alguna algunas alguno algunos ambos antes aquel aquella aunque bien cada casi conoces
    cualquier cuánta cuántas cuánto cuántos deben debería debes debo decir desde después donde durante ellas ellos
    entonces entre eran eres esas esos estas estos estoy fue ha había han has hasta hago haya he hemos ir les mientras
    mía mío mismo mucha muchas mucho muchos necesita nuestras nuestros otra otras otro otros podemos podría podrían
    poder pueden pues quienes sabe saber sé sea según ser sería siempre sido sino sois solo somos soy tal tan tanto
    tenemos tener tienen tienes toda todas todos va vamos van varios ver voy pedir pido propia propias propio propios
    recomendar recomienda recomiendas sirve tengo trata vale valen que qué quien quién se si sí sin sobre son su sus
    también te tiene todo tu un una unas uno unos usted y ya yo nunca busco busca días`,
  da: `
    af alle alt anbefale anbefaler andre at bedre bedst bedste bør da de dem den denne der deres det dette dig din
    dine dit dog du efter egen eller en end er et finde finder flest for fordi fra før få får gode godt gælder gør han
    har have havde hende her hos hun hvad hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i ikke
    ind inden jeg jer kan kender lige lille man med meget mellem men mere mest mig min mindre mindst mine mit mod
    muligheder må ned noget nogle nu når og også om op os over penge problemer på rimelig samme sammen sammenligne se
    ser sig sin sine sit skal som så til ud uden under var ved vi vil virker vælge vælger være værd søger`,
};

const sets = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/).filter(Boolean))]),
);
const every: ReadonlySet<string> = new Set([...sets.values()].flatMap((words) => [...words]));

/** The words of a language (BCP 47); for a language without a list, those of all lists. */
export const emptyWords = (language: string): ReadonlySet<string> =>
  sets.get(primaryLanguage(language)) ?? every;

/** Stands for every word for what a thing costs; no stemmer produces it. */
export const priceStem = "price:";

/** Words for what a thing costs: a page with one of them is about the others as well. */
export const priceWord: ReadonlySet<string> = new Set(
  `cost costs price priced prices pricing kosten kostet preis preise preisen coût coûte coûter coûts prix tarif tarifs
  coste cuesta cuestan precio precios tarifa tarifas koste koster pris priser prisen`.split(/\s+/),
);
