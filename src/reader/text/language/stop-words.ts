/** Words that have no topic, by language: grammatical ones, and those that the pages of every website share. */
const lists: Record<string, [grammatical: string, onPages: string]> = {
  en: [
    `a about after all also am an and any are as at be because been before being between both but by can could did do does
    doing down during each few for from further get had has have having he her here him his how i if in into is it its just let like
    made make many may me more most much must my need new no nor not now of off on once one only or other our out over own same she
    should so some such than that the their them then there these they this those through to too under until up us use used using
    very was we well were what when where which while who why will with without would yes you your`,
    `home contact imprint privacy policy terms conditions cookie cookies login log sign signup register blog news press career careers
    jobs search menu read learn learned find discover start started try free demo book page pages faq help support welcome latest
    resources company team story stories customer customers pricing price prices plans features feature product products solution
    solutions service services better best today every everything built way ways work works simple easy ready back next
    frequently asked questions question answers overview details available including across right thing things don't it's take takes taking minute minutes second seconds send sends`,
  ],
  de: [
    `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit dann das dass dein
    deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines
    er es etwas euch euer für gegen hab habe haben hat hatte hier hin hinter ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeden jeder
    jetzt kann kein keine können machen man mehr mein meine mit muss nach nicht nichts noch nur ob oder ohne sehr sein seine selbst sich
    sie sind so soll sondern um und uns unser unsere unseren unter viel vom von vor war warum was weil welche wenn wer werden wie wieder
    will wir wird wo zu zum zur zwischen über`,
    `startseite kontakt impressum datenschutz agb cookies anmelden registrieren blog news presse karriere jobs suche menü mehr erfahren
    kostenlos testen demo seite hilfe willkommen aktuelles unternehmen team kunden preise preis funktionen produkt produkte lösung
    lösungen leistungen leistung neu einfach besser fragen häufige antworten jetzt entdecken`,
  ],
  fr: [
    `a à ai au aucun aussi autre autres aux avec avoir avant bien c ce cela ces cet cette chaque comme comment d dans de depuis des donc
    du elle elles en encore entre est et être eu faire fait il ils j je jusqu l la le les leur leurs lui ma mais me mes moi mon même n
    ne nos notre nous on ont ou où par pas peu plus pour pourquoi qu quand que quel quelle qui s sa sans se ses si son sont sous sur ta
    te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y`,
    `accueil contact mentions légales confidentialité cookies connexion inscription blog actualités presse carrières emploi recherche
    menu lire savoir découvrir gratuit essai démo page aide bienvenue entreprise équipe clients tarifs tarif prix fonctionnalités
    produit produits solution solutions services service nouveau simple meilleur questions fréquentes réponses`,
  ],
  es: [
    `a al algo algunos ante antes aquí así aún bajo bien cada como cómo con contra cual cuando de del desde donde dos el él ella ellas
    ellos en entre era es esa ese eso esta está están este esto estos fue ha hacer han hasta hay la las le les lo los más me mi mis
    mucho muy nada ni no nos nosotros nuestra nuestro nuestros o os otra otro otros para pero poco por porque que qué quien se ser si sí
    sin sobre su sus también tan te tiene tienen toda todas todo todos tu tus un una uno unos usted y ya yo`,
    `inicio contacto aviso legal privacidad cookies acceder registro blog noticias prensa empleo búsqueda menú leer descubrir gratis
    prueba demo página ayuda bienvenido empresa equipo clientes precios precio funciones producto productos solución soluciones
    servicios servicio nuevo fácil mejor preguntas frecuentes respuestas`,
  ],
};

const wordsIn = (...texts: string[]) => new Set(texts.flatMap((text) => text.split(/\s+/)));
const sets = new Map(Object.entries(lists).map(([language, texts]) => [language, wordsIn(...texts)]));
const every = wordsIn(...Object.values(lists).flat());

/** The stop words of a BCP 47 language, in lower case; of all languages if it is unknown. */
export const stopWords = (language: string | null): ReadonlySet<string> =>
  (language && sets.get(language.slice(0, 2).toLowerCase())) || every;

/** Words of all these languages that have no meaning of their own, in lower case. */
export const grammaticalWords: ReadonlySet<string> = wordsIn(
  ...Object.values(lists).map(([grammatical]) => grammatical),
);
