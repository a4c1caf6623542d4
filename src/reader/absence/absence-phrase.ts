/** How one language reports that it found nothing about a name, and how it repeats the question. */
export interface Phrases {
  /** Folded stems; every report of absence contains one. They are searched for together with the names. */
  absenceCues: string[];
  /** Folded stems; every echo contains one. */
  questionCues: string[];
  /** Folded words of denial; empty for a language that negates with endings. */
  denialCues: string[];
  /** A cheap test that every report of absence passes. */
  denial: RegExp;
  absence: RegExp;
  question: RegExp;
}

/**
 * A language as it is written below, in patterns of sentences in lower case with straight apostrophes. A language is a row here,
 * and one in `absence.test.ts`.
 */
interface Language {
  /** Its code, for the reader of this file; languages that are understood by the same words share a row. */
  language: string;
  denial: string;
  /** `denialCues`, `absenceCues`, `questionCues`: what `Phrases` says of them, with spaces between. */
  denialCues: string;
  absenceCues: string;
  questionCues: string;
  /** Reports that nothing was found about X. */
  absences: string[];
  /** The question repeated, with X in it. */
  question: string;
  /** "I can't browse", "I don't know", "sorry": what may follow an echo without adding anything. */
  helpless: string;
  /** Words between two clauses of which one may deny what the other does not. */
  contrast: string;
}

// Stands for the name.
const X = "\\u0001";
// Up to n words of any kind.
const words = (n: number) => `(?:[^\\s,;.]+\\s+){0,${n}}`;
// Words that may come between "found no information about" and the name without saying anything about it.
const fill =
  "(?:(?:any|any other|much|enough|specific|reliable|public|publicly available|credible|current|verified|verifiable|relevant|detailed|further|more|information|info|details?|data|records?|results?|evidence|mentions?|references?|sources?|reviews?|coverage|anything|something|a|an|the|this|company|brand|product|tool|service|business|firm|app|platform|website|called|named|known as|about|on|for|of|regarding|concerning|related to|relating to|pertaining to|with|by|to|that|name|in my sources|available|online|is|are|was|were|be|found|that|which|mentioning|matching|up|out there)\\s+)*";

const sources: readonly Language[] = [
  {
    language: "en",
    denial:
      "n't|\\bnot\\b|\\bno\\b|cannot|noth|never|un(?:able|familiar|clear|known|available)|without|insufficient|absent|missing|limited|scarce|lack|fail|zero",
    denialCues:
      "not no cannot cant couldnt didnt doesnt dont isnt wasnt werent arent havent hasnt hadnt wont unable nothing never unfamiliar unclear unknown unavailable without insufficient failed fails lack lacking limited absent missing zero scarce little",
    absenceCues:
      "find found locate identif verif confirm recogni recall seen heard informa info result data mention record detail evidence reference source familiar aware knowledge know exist appear list nothing unclear unfamiliar unknown entry entries show come turn trace feature review absent missing",
    questionCues:
      "ask question query request inquir enquir wondering wanttoknow liketoknow mentioned message lookingfor interested curious",
    absences: [
      `(?:(?:ca|could|did|do|does|was|were|have|has|had|wo)n't|(?:could|can|did|do|does|was|were|am|have|has|had|will|'m|'ve) ?not)\\s+${words(3)}(?:find|found|locate|located|see|seen|identify|verify|confirm|recogni[sz]e|recall|have|know|know of|come across|turn up|return|yield|produce|retrieve|access|get|heard of)\\s+${fill}${X}`,
      `(?:unable|failed|not able)\\s+to\\s+${words(2)}(?:find|locate|see|identify|verify|confirm|recogni[sz]e|recall|retrieve|get|provide)\\s+${fill}${X}`,
      `(?:\\bno|\\bnot|n't|little to no|insufficient|zero|without)\\s+${words(5)}(?:information|info|results?|data|mentions?|records?|details|evidence|references?|sources|knowledge|trace|entry|entries|listings?)\\s+${fill}${X}`,
      `\\bnothing\\s+${words(3)}(?:about|on|for|regarding|concerning|related to)\\s+${fill}${X}`,
      `(?:\\bnot|n't|\\bnever)\\s+${words(2)}(?:familiar with|aware of|heard of|come across|sure (?:what|who|which company)|know (?:what|who))\\s+${fill}${X}`,
      `\\bunfamiliar with\\s+${fill}${X}`,
      `\\b(?:unclear|not clear) (?:what|who)\\s+${fill}${X}`,
      `${X}\\s+${words(3)}(?:(?:is|was|are|were|does|did|do|has|have|could|can)(?:n't| not|not)|never)\\s+${words(3)}(?:appear(?:ed)?(?! to)|mentioned|listed(?! on)|included in|found(?! to)|known(?! for| as)|exist|show(?:n|ed)? up|come up|turn(?:ed)? up|recogni[sz]ed|familiar|verified|identified|featured in|part of (?:my|this|the) (?:data|list|results|sources|knowledge)|in (?:my|the|this) (?:data|list|results|sources|knowledge|training)|(?:a|an|one)\\s+${words(3)}i(?:'m| am| have|'ve| know| recogni[sz]e))`,
      `${X}\\s+(?:is|seems|appears)\\s+${words(2)}(?:unknown to me|absent from|missing from|not known to me)`,
      `(?:information|info|data|details|results?)\\s+(?:about|on|for|regarding)\\s+${fill}${X}\\s+${words(4)}(?:(?:is|are|was|were|could|can)(?:n't| not|not)\\s+${words(3)}(?:available|found|located)|(?:is|are) (?:unavailable|limited|scarce|lacking))`,
    ],
    question: `\\b(?:you(?:'re| are| were|'ve| have|'d)?\\s+${words(2)}(?:ask(?:ed|ing)?|inquir(?:ed|ing)|enquir(?:ed|ing)|mention(?:ed)?|wondering|want(?:ed)? to know|looking for|like to know|interested in|curious)|your\\s+${words(1)}(?:question|query|request|inquiry|enquiry|message|interest)|the question)\\b[^.!?]*${X}`,
    helpless:
      "\\b(?:can(?:'t|not| not)|could(?:n't| not)|unable|don't|do not|didn't|doesn't|won't|not able|no access|sorry|apologi[sz]e|unfortunately|as an ai|not sure|i lack|no information|haven't|not have)\\b",
    contrast: "but|however|though|although|whereas|while|yet",
  },
  {
    language: "de",
    denial: "\\b(?:kein|nicht|nirgend|unbekannt|kaum)",
    denialCues: "keine kein keinen keiner keinerlei nicht nichts nirgends unbekannt kaum",
    absenceCues: "kein nichts bekannt unbekannt kenne erwahn genannt gelistet gefunden aufgefuhrt finden",
    questionCues: "frag gefrag mochte willst wollen wollte",
    absences: [
      `(?:keine?|keinen|keinerlei|kaum)\\s+${words(4)}(?:informationen|infos?|angaben|daten|ergebnisse|hinweise|hinweis|einträge|eintrag|details|treffer|erwähnung(?:en)?|quellen)\\s+${words(4)}(?:zu|zum|zur|über|von|für|bezüglich|auf)\\s+${words(3)}${X}`,
      `\\bnichts\\s+${words(3)}(?:über|zu|zum|zur|von)\\s+${words(2)}${X}`,
      `${X}\\s+${words(2)}ist\\s+mir\\s+${words(2)}(?:nicht|kein|unbekannt)`,
      `${X}\\s+${words(4)}nicht\\s+${words(3)}(?:erwähnt|genannt|aufgeführt|gefunden|gelistet|bekannt|auf\\b|auffindbar|vor\\b)`,
      `(?:konnte|kann|konnten|können)\\s+${words(3)}${X}\\s+${words(3)}(?:nicht|nirgends)\\s+${words(2)}(?:finden|zuordnen|verifizieren|einordnen)`,
      `\\bkenne\\s+${words(2)}${X}\\s+${words(1)}nicht|(?:zu|über)\\s+${words(2)}${X}\\s+${words(4)}(?:nichts|keine?\\s+${words(3)}(?:informationen|angaben|daten|ergebnisse|infos?))`,
    ],
    question: `(?:sie (?:haben|hatten|fragen|möchten|wollen|wollten|fragten)|du (?:hast|fragst|möchtest|willst|wolltest)|ihre (?:frage|anfrage)|deine (?:frage|anfrage))\\b[^.!?]*${X}`,
    helpless: "\\b(?:leider|kann (?:ich )?(?:nicht|keine)|nichts?|keine?n?|entschuldig)\\b",
    contrast: "aber|jedoch|doch|sondern",
  },
  {
    language: "fr",
    denial: "\\b(?:aucun|pas|rien|ne\\b|n'|jamais|peu|inconnu)",
    denialCues: "aucun aucune pas rien ne nai na jamais peu inconnu nest napparait nulle",
    absenceCues:
      "aucun rien trouv connai inconnu apparait nefigure pasdinfo pasde pasdere pasderes peud nulle jamais",
    questionCues: "demand question voulez souhait veux avezpose",
    absences: [
      `(?:aucune?|pas d'|pas de|pas trouvé|peu d')\\s*${words(4)}(?:informations?|infos?|données?|résultats?|mentions?|traces?|détails?|références?|sources?|renseignements?)\\s+${words(4)}(?:sur|à propos (?:de|d')|concernant|de|d'|pour|au sujet (?:de|d')|relatives? à|à)\\s*${words(3)}${X}`,
      `\\brien\\s+${words(4)}(?:sur|à propos (?:de|d')|concernant|au sujet (?:de|d')|de|d')\\s*${words(3)}${X}`,
      `\\b(?:ne|n'ai|n'a|n'avons)\\s*${words(2)}(?:connais|connaît|trouve|trouvé|vois|pas pu trouver|pu trouver)\\s+${words(3)}${X}`,
      `${X}\\s+(?:ne|n')\\s*${words(3)}(?:pas|aucun\\w*|nulle part|jamais)\\s*${words(2)}(?:mentionné|figure|apparaît|cité|répertorié|connue?|liste|résultats?|trouvé|sources?)|${X}\\s+(?:n'apparaît|ne figure|n'est mentionné|n'existe|m'est inconnu)`,
    ],
    question: `(?:vous (?:avez|m'avez|me|demandez|voulez|souhaitez|vouliez)|tu (?:as|m'as|me|demandes|veux)|votre (?:question|demande)|ta question)\\b[^.!?]*${X}`,
    helpless: "\\b(?:désolée?|malheureusement|ne peux|ne puis|pas|n'ai)\\b",
    contrast: "mais|cependant",
  },
  {
    language: "es",
    denial: "\\b(?:no|ning|nada|sin|poca)\\b|ning",
    denialCues: "no ningun ninguna nada sin poca",
    absenceCues:
      "ningun ninguna nada encontr encuentr conozco reconozco aparece figura consta noexiste nohay notengo nodispongo sininfo pocainfo nose noest",
    questionCues: "pregunt consulta quieressaber querias deseasaber",
    absences: [
      `\\b(?:no|ningun[ao]?|ningún|poca|sin)\\s+${words(5)}(?:información|informaciones|datos|resultados?|detalles|referencias?|menciones|mención|registros?|fuentes|nada)\\s+${words(4)}(?:sobre|de|del|acerca de|para|relacionad[oa]s? con|respecto a|referente a|a|con)\\s+${words(3)}${X}`,
      `\\bno\\s+${words(1)}(?:encontré|he encontrado|pude encontrar|puedo encontrar|he podido encontrar|encuentro|conozco|reconozco|logré encontrar|identifico)\\s+(?:a\\s+|ninguna?\\s+|ningún\\s+|la\\s+|el\\s+|empresa\\s+|marca\\s+|llamada\\s+)*${X}`,
      `\\bnada\\s+${words(2)}(?:sobre|de|acerca de)\\s+${words(2)}${X}`,
      `${X}\\s+${words(2)}no\\s+${words(3)}(?:aparece|figura|consta|menciona(?:d[oa])?|existe|conocid[oa]|listad[oa]|incluid[oa]|encontrad[oa]|está en)`,
    ],
    question: `(?:(?:me )?(?:preguntaste|preguntas|ha preguntado|has preguntado|preguntó|pregunta|pregunt[aá]is)|tu (?:pregunta|consulta)|su (?:pregunta|consulta)|quer[ií]as saber|quieres saber|desea saber)(?:\\s|$)[^.!?]*${X}`,
    helpless: "\\b(?:lo siento|no puedo|no tengo|lamentablemente|desafortunadamente|no)\\s",
    contrast: "pero|sin embargo",
  },
  {
    language: "pt",
    denial: "não|nenhum|nada|sem|pouca",
    denialCues: "nao nenhum nenhuma nada sem pouca",
    absenceCues:
      "nenhum nada encontr conhec reconhec localizei naoha naotenho naoapa naofig naocons naoexist naomenc naoest seminfo poucainfo",
    questionCues: "pergunt consulta quer gostaria",
    absences: [
      `\\b(?:não|nenhuma?|nenhum|pouca|sem)\\s+${words(5)}(?:informaç(?:ão|ões)|dados|resultados?|detalhes|referências?|menções|menção|registros?|fontes|nada)\\s+${words(4)}(?:sobre|de|da|do|a respeito d[eao]|para|relacionad[oa]s? (?:a|à|ao|com)|acerca d[eao]|a|à|ao)\\s+${words(3)}${X}`,
      `\\bnão\\s+${words(1)}(?:encontrei|consegui encontrar|localizei|conheço|reconheço|posso encontrar|identifiquei|consegui localizar)\\s+(?:a\\s+|o\\s+|nenhuma?\\s+|nenhum\\s+|empresa\\s+|marca\\s+|chamada\\s+)*${X}`,
      `\\bnada\\s+${words(2)}(?:sobre|de|da|do|a respeito d[eao])\\s+${words(2)}${X}`,
      `${X}\\s+${words(2)}não\\s+${words(3)}(?:aparece|figura|consta|mencionad[oa]|existe|conhecid[oa]|listad[oa]|incluíd[oa]|encontrad[oa]|está na)`,
    ],
    question: `(?:você (?:perguntou|pergunta|quer|gostaria|queria)|perguntaste|sua (?:pergunta|consulta)|tua pergunta)\\b[^.!?]*${X}`,
    helpless: "desculpe|infelizmente|não",
    contrast: "mas|porém",
  },
  {
    language: "it",
    denial: "\\bnon\\b|nessun|null|nient|poche|senza",
    denialCues: "non nessun nessuna nessuno nulla niente poche senza",
    absenceCues:
      "nessun nulla niente trov conosc riconosc noncompare nonappare nonci nonho nondispongo nonrisult nonfigur nonesiste non seminfo pocheinfo",
    questionCues: "chiest domanda richiesta vuoisapere chiedi",
    absences: [
      `\\b(?:non|nessun[ao]?|nessun'|poche|senza)\\s*${words(5)}(?:informazion[ei]|dati|risultat[oi]|dettagli|riferimenti|menzioni|menzione|fonti|notizie|nulla|niente)\\s+${words(4)}(?:su|sul|sulla|sull'|di|del|della|riguardo|riguardo a|riguardanti|per|relativ[ei] a|in merito a|circa|a)\\s*${words(3)}${X}`,
      `\\bnon\\s+${words(1)}(?:ho trovato|sono riuscit[oa] a trovare|trovo|conosco|riesco a trovare|riconosco|ho potuto trovare)\\s+(?:alcun\\w*\\s+|nessun\\w*\\s+|l'|la\\s+|il\\s+|azienda\\s+|marca\\s+)*${X}`,
      `\\b(?:nulla|niente)\\s+${words(2)}(?:su|sul|sulla|di|riguardo a|in merito a)\\s+${words(2)}${X}`,
      `${X}\\s+${words(2)}non\\s+${words(3)}(?:compare|appare|risulta|menzionat[oa]|figura|esiste|elencat[oa]|inclus[oa]|presente|trovat[oa]|not[oa] )`,
    ],
    question: `(?:(?:mi )?(?:hai|ha|avete) chiesto|vuoi sapere|la tua (?:domanda|richiesta)|la sua (?:domanda|richiesta)|chiedi)\\b[^.!?]*${X}`,
    helpless: "\\b(?:mi dispiace|purtroppo|non)\\b",
    contrast: "ma|però|tuttavia",
  },
  {
    language: "nl",
    denial: "\\b(?:geen|niet|niets|nauwelijks|weinig)\\b",
    denialCues: "geen niet niets nauwelijks weinig",
    absenceCues: "geen niets nauwelijks weinig vinden gevonden genoemd vermeld bekend ken",
    questionCues: "vroeg vraag wilt wilde wil",
    absences: [
      `\\b(?:geen|nauwelijks|weinig)\\s+${words(4)}(?:informatie|info|gegevens|resultaten|vermelding(?:en)?|details|bronnen|data)\\s+${words(4)}(?:over|van|voor|met betrekking tot|omtrent|betreffende|op)\\s+${words(3)}${X}`,
      `\\bniets\\s+${words(3)}(?:over|van|omtrent)\\s+${words(2)}${X}`,
      `${X}\\s+${words(4)}niet\\s+${words(3)}(?:genoemd|vermeld|voor\\b|bekend|gevonden|vinden|terug)|\\bken\\s+${words(1)}${X}\\s+${words(1)}niet|over\\s+${words(2)}${X}\\s+${words(4)}(?:niets|geen\\s+${words(2)}(?:informatie|gegevens|info))`,
      `\\b(?:kon|kan|heb)\\s+${words(3)}${X}\\s+${words(2)}niet\\s+${words(1)}(?:vinden|gevonden)`,
    ],
    question: `(?:(?:je|u) (?:vroeg|vraagt|hebt|heeft|wilt|wilde|wil)|je vraag|uw vraag|jouw vraag)\\b[^.!?]*${X}`,
    helpless: "\\b(?:helaas|sorry|geen|niets?|kan niet)\\b",
    contrast: "maar|echter",
  },
  {
    language: "sv",
    denial: "\\b(?:inte|ikke|intet|ing)",
    denialCues: "inte ikke intet ingen inga inget ingenting knappt",
    absenceCues:
      "ingen inga inget ingenting hitta hittat kanner finns forekommer namns omnamn listas fundet finde finne fant oplysning opplysning informa resultat kender kjenner naevn nevn omtal",
    questionCues: "frag undra duvill spurgt spurte sporsmal spoergsmal sporgsmal lurer",
    absences: [
      `\\b(?:ingen|inga|inget|inte|knappt)\\s+${words(5)}(?:information|uppgifter|resultat|detaljer|omnämnanden|data|källor|något|fakta)\\s+${words(4)}(?:om|för|av|gällande|på|kring)\\s+${words(3)}${X}`,
      `\\b(?:inget|ingenting|inte något)\\s+${words(2)}(?:om|för|kring)\\s+${words(2)}${X}`,
      `\\b(?:inte|hittar inte|hittade inte)\\s+${words(2)}(?:hitta|hittat|hittade)\\s+${words(2)}${X}|känner\\s+${words(1)}inte (?:till|igen)\\s+${words(2)}${X}`,
      `${X}\\s+${words(2)}(?:nämns|finns|förekommer|dyker|omnämns|listas|står)\\s+${words(2)}inte|${X}\\s+är\\s+${words(2)}inte\\s+${words(1)}(?:känt|känd|nämnt|nämnd|omnämn\\w*|med\\b|lista[dt])|om\\s+${words(2)}${X}\\s+${words(4)}(?:inget|ingenting|ingen information)`,
      // Danish and Norwegian
      `\\b(?:ingen|intet|ikke)\\s+${words(5)}(?:informasjon|information(?:er)?|oplysninger|opplysninger|resultater|detaljer|omtaler?|data|kilder|noget|noe)\\s+${words(4)}(?:om|for|af|av|på|vedrørende|angående)\\s+${words(3)}${X}`,
      `\\b(?:intet|ingenting|ikke noget|ikke noe)\\s+${words(2)}om\\s+${words(2)}${X}|\\bikke\\s+${words(2)}(?:finde|fundet|finne|funnet)\\s+${words(2)}${X}|\\b(?:kender|kjenner)\\s+${words(1)}ikke\\s+(?:til\\s+)?${words(1)}${X}`,
      `${X}\\s+(?:nævnes|nevnes|findes|finnes|optræder|omtales|står)\\s+${words(2)}ikke|${X}\\s+er\\s+${words(2)}ikke\\s+${words(1)}(?:nævnt|nevnt|omtalt|kendt|kjent|med\\b)|om\\s+${words(2)}${X}\\s+${words(4)}(?:intet|ingenting|ingen (?:oplysninger|opplysninger))`,
    ],
    question: `(?:du (?:frågade|frågar|undrar|undrade|vill)|ni frågade|din fråga|er fråga|(?:du|i|dere) (?:spurgte|spurte|spørger|spør|lurte|lurer)|dit spørgsmål|ditt spørsmål|spørsmålet ditt)\\b[^.!?]*${X}`,
    helpless: "\\b(?:tyvärr|inte|kan inte|ledsen|beklager|desværre|dessverre|ikke)\\b",
    contrast: "men",
  },
  {
    language: "fi",
    denial: "\\b(?:en|ei|emme)\\b",
    denialCues: "en ei emme",
    absenceCues: "loyta loyty loyd tieto tieta tunne tunnista mainit esiinny nay tied",
    questionCues: "kysy kysymy haluat",
    absences: [
      `\\b(?:en|ei|emme)\\s+${words(3)}(?:löytänyt|löytynyt|löydy|löydä|tunne|tiedä|tunnista|ole tietoa|ole tietoja)\\s+${words(4)}${X}`,
      `${X}\\S*\\s+${words(3)}(?:ei|en)\\s+${words(3)}(?:löytynyt|löydy|löytänyt|mainita|mainittu|esiinny|tietoa|tietoja|näy|tunneta|ole listalla|ole mukana)`,
    ],
    question: `(?:kysyit|kysyitte|kysyt|haluat tietää|haluatte tietää|kysymyksesi|kysymyksenne)(?:\\s|$)[^.!?]*${X}`,
    helpless: "\\b(?:valitettavasti|en voi|en pysty|en osaa|en|ei|anteeksi)\\b",
    contrast: "mutta",
  },
  {
    language: "pl",
    denial: "\\bnie\\b|brak|żadn|\\bnic\\b",
    denialCues: "nie brak zadnych nic brakuje",
    absenceCues:
      "informa danych wynik wzmiank szczegol zrodel nic znalaz znajd posiadam znam kojarz wymien wspomn znan pojawia wystep figuruje mam",
    questionCues: "pyta pytan zapyta chceszwiedziec",
    absences: [
      `\\bnie\\s+${words(3)}(?:znalazłem|znalazłam|znaleźć|znaleziono|znajduję|mam|posiadam|ma|znam|kojarzę|udało się znaleźć)\\s+${words(5)}${X}`,
      `\\b(?:brak|żadnych|brakuje)\\s+${words(3)}(?:informacji|danych|wyników|wzmianek|szczegółów|źródeł)\\s+${words(4)}${X}`,
      `\\bnic\\s+${words(2)}(?:o|na temat|dla)\\s+${words(2)}${X}`,
      `${X}\\S*\\s+${words(2)}nie\\s+${words(3)}(?:wymienion\\w*|wspomnian\\w*|znan\\w*|pojawia|występuje|figuruje|znajduje się na|jest mi znan\\w*)|(?:o|na temat)\\s+${words(2)}${X}\\s+${words(3)}(?:nie|nic)\\s+${words(2)}(?:znalazł\\w*|znaleziono|wiem|ma)`,
    ],
    question: `(?:pytasz|pytałeś|pytałaś|zapytałeś|zapytałaś|pytanie|chcesz wiedzieć|twoje pytanie|pyta pan\\w*)(?:[\\s,]|$)[^.!?]*${X}`,
    helpless: "niestety|nie mogę|przepraszam|\\bnie\\s",
    contrast: "ale|jednak",
  },
  {
    language: "tr",
    denial: "yok|değil|m[ae]|m[ıi]yor|bulun",
    denialCues: "",
    absenceCues:
      "hakkinda ilgili konusunda bulam bulun bilmiyor tanimiyor gecmiyor yeralm listele mevcut gorunmuyor",
    questionCues: "sordu soru bilmekist",
    absences: [
      `${X}\\S*\\s+${words(2)}(?:hakkında|ile ilgili|ilgili|konusunda|dair)\\s+${words(5)}(?:bulamadım|bulamadı\\w*|bulunamadı|bulunmuyor|bulunmamaktadır|yok|yoktur|mevcut değil|sahip değilim|bilgim yok|bilmiyorum|rastlamadım|ulaşamadım|bulamıyorum|edinemedim)`,
      `${X}\\S*\\s+${words(3)}(?:bulamadım|bulunamadı|tanımıyorum|bilmiyorum|geçmiyor|yer almıyor|listede yok|listelenmemiş|mevcut değil|görünmüyor|adını duymadım)`,
    ],
    question: `${X}\\S*\\s+[^.!?]*(?:sordunuz|sordun|soruyorsunuz|soruyorsun|sorunuz|bilmek istiyorsunuz)|(?:sorunuz|sorduğunuz)\\s[^.!?]*${X}`,
    helpless: "maalesef|üzgünüm|mıyorum|miyorum|amıyorum|emiyorum|amam|emem|değil|yok",
    contrast: "ama|fakat|ancak",
  },
  {
    language: "ru",
    denial: "не|нет|нема|ничего|нічого|никак|жодн|отсутств|відсутн",
    denialCues:
      "немає нічого жодної жодних відсутня відсутні невідома невідомий не нет ничего никакой никаких отсутствует отсутствуют неизвестен неизвестна неизвестно",
    absenceCues:
      "знайш знайти інформац відомост згад знаю чув наше нашел нашла найти найден нашло нашл информац данн сведени упомина ничего знаю знает знаком извест встреча числит указан результат располагаю слышал обнаруж",
    questionCues: "запит питал цікав хочете спрос спраш вопрос интерес хотите хочешь",
    absences: [
      `(?:^|\\s)(?:не|нет|ничего|никакой|никаких)\\s+${words(4)}(?:наш[её]л|нашла|найти|найдено|нашлось|знаю|располагаю|имею|обнаружил\\w*|информаци\\S*|данных|сведений|упоминани\\S*|результат\\S*|слышал\\w*|знаком\\w*|знает)\\s+${words(5)}${X}`,
      `(?:^|\\s)(?:не|немає|нічого|жодної|жодних)\\s+${words(4)}(?:знайш\\S*|знайти|знаю|маю|чув|чула|інформаці\\S*|відомост\\S*|даних|згад\\S*|результат\\S*)\\s+${words(5)}${X}`,
      `${X}\\S*\\s+${words(2)}не\\s+${words(2)}(?:згаду\\S*|знайден\\S*|відом\\S*|зустріча\\S*)|${X}\\S*\\s+мені\\s+(?:не\\s*відом|не\\s*знайом)`,
      `(?:^|\\s)ничего\\s+${words(3)}(?:о|об|про|по)\\s+${words(2)}${X}`,
      `(?:информаци\\S*|данн\\S*|сведени\\S*|упоминани\\S*|результат\\S*)\\s+(?:о|об|про|по)\\s+${words(2)}${X}\\S*\\s+${words(4)}(?:не|нет|отсутств\\S*)`,
      `${X}\\S*\\s+${words(2)}не\\s+${words(2)}(?:упомина\\S*|найден\\S*|встреча\\S*|указан\\S*|числит\\S*|входит в список|значит\\S*|извест\\S*|фигурир\\S*|нашл\\S*)|${X}\\S*\\s+мне\\s+(?:не\\s*извест|не\\s*знаком)`,
      `(?:о|об|про)\\s+${words(2)}${X}\\S*\\s+${words(3)}(?:ничего|не\\s+наш|нет\\s+информации|не\\s+знаю)`,
    ],
    question: `(?:вы (?:спросили|спрашиваете|спрашивали|хотите|интересуетесь|задали)|ты (?:спросил\\S*|спрашиваешь|хочешь)|ваш вопрос|твой вопрос|вашем вопросе)(?:[\\s,]|$)[^.!?]*${X}`,
    helpless: "к сожалению|не могу|извините|(?:^|\\s)не\\s|нет",
    contrast: "но|однако|а",
  },
  {
    language: "ja",
    denial: "ません|ない|存じ",
    denialCues: "",
    absenceCues:
      "情報 見つ 見当 存じ わかり 分かり 確認 把握 知り 含まれ 掲載 言及 記載 登場 ヒット 存在 載って",
    questionCues: "質問 尋ね 問い合わせ",
    absences: [
      `${X}(?:社|さん)?(?:に関する|に関して|について|についての|に関しては|については|という(?:名前の)?\\S{0,8}|の)[^。]{0,30}?(?:見つかりません|見つけられ|見つけることができ|見つけることはでき|見当たりません|情報は?(?:が)?(?:あり|ござい)ません|情報がない|情報を持って|存じ(?:上げ)?ません|わかりません|分かりません|確認できません|確認することができ|把握しておりません|知りません|ヒットしません)`,
      `${X}は[^。]{0,20}?(?:含まれていません|掲載されていません|登場しません|言及されていません|記載されていません|存在しません|見つかりません|見当たりません|載っていません|入っていません)`,
    ],
    question: `${X}[^。]{0,20}?(?:について|に関して)?(?:の)?(?:ご質問|お尋ね|質問|お問い合わせ|ご質問です)|(?:ご質問|お尋ね|質問)の[^。]{0,6}${X}`,
    helpless: "申し訳|できません|ません|残念",
    contrast: "しかし|ただし",
  },
  {
    language: "zh",
    denial: "[没沒未无無不]",
    denialCues: "",
    absenceCues:
      "找到 查到 查询 查詢 搜 关于 關於 有关 有關 对于 對於 找不 了解 瞭解 知道 清楚 熟悉 认识 認識 查无 查無 提及 提到 出现 出現 列表 名单 名單 发现 發現 获取 獲取 信息 資訊 听说 聽說",
    questionCues: "询问 詢問 问 問 提到 想了解 想知道",
    absences: [
      `(?:没有|沒有|未能|未|无法|無法|没能|沒能|没|沒)[^。，,比]{0,10}?(?:找到|查到|查询到|查詢到|搜到|搜索到|搜尋到|发现|發現|获取|獲取|检索到|檢索到|关于|關於|有关|有關|听说过|聽說過|提到|提及|列出|包含|收录|收錄)[^。，,比]{0,10}?${X}`,
      `(?:找不到|查不到|搜不到|不了解|不瞭解|不知道|不清楚|不熟悉|不认识|不認識|查无|查無)[^。，,比]{0,12}?${X}`,
      `${X}[^。]{0,12}?(?:未被提及|没有被提及|沒有被提及|没有出现|沒有出現|未出现|未出現|不在(?:列表|名单|名單|榜单|榜單)|没有找到|沒有找到|没有相关|沒有相關|未找到|找不到|查无|未提及|没有提到|并未提及|並未提及|没有任何信息|沒有任何資訊)`,
      `(?:关于|關於|有关|有關|对于|對於)[^。，,]{0,4}${X}[^。]{0,20}?(?:没有|沒有|找不到|无法|無法|未能|未找到|不了解|不清楚)`,
    ],
    question: `(?:您|你)(?:询问|詢問|问|問|提到|想了解|想知道|的问题|的問題|刚才问)[^。]{0,12}?${X}`,
    helpless: "抱歉|无法|無法|不能|没有|沒有|对不起|對不起",
    contrast: "但是|但|不过|然而",
  },
  {
    language: "ro",
    denial: "\\b(?:nu|nici|nimic)\\b|fără",
    denialCues: "nu nici nicio niciun nimic fara",
    absenceCues:
      "informati date rezultat mentiun recenzi detalii surse gasi gases cunosc identific auzit referint nimic apare figur mention exist",
    questionCues: "intreba intrebi intrebari",
    absences: [
      `\\b(?:nu|nicio|niciun|fără)\\s+${words(5)}(?:informații|date|rezultate?|mențiuni|detalii|recenzii|surse|referințe)\\s+${words(2)}(?:despre|privind|referitoare la)\\s+${words(8)}${X}`,
      `\\bnu\\s+(?:am\\s+)?(?:găsit|găsesc|cunosc|identificat|auzit de)\\s+(?:nimic despre\\s+|pe\\s+|firma\\s+|compania\\s+|magazinul\\s+)*${X}`,
      `${X}\\s+nu\\s+${words(2)}(?:apare|figurează|mențion\\S*|există|cunoscut\\S*)`,
    ],
    question: `(?:ai întrebat|ați întrebat|întrebi|întrebați|întrebarea (?:ta|dvs|dumneavoastră))[^.!?]*${X}`,
    helpless: "din păcate|\\bnu pot\\b",
    contrast: "dar|însă",
  },
  {
    language: "cs, sk",
    denial: "\\b(?:ne|nic|nikde)|žád|žiad|nič",
    denialCues: "",
    absenceCues:
      "nenasel nenasl nenasiel neznam nepoznam nemam zadn ziadn nepodar neuvad nefigur neobjevuj nezmin neni nieje",
    questionCues: "ptate ptal otazk pytate pytal",
    absences: [
      `(?:žádn\\S*|žiadn\\S*|nemám|nenaš\\S*|nenašiel)\\s+${words(5)}(?:informac\\S*|informáci\\S*|údaj\\S*|výsled\\S*|zmínk\\S*|zmienk\\S*|recenz\\S*|zdroj\\S*)\\s+${words(2)}(?:o|k|ke|na)\\s+${words(4)}${X}`,
      `(?:neznám|nepoznám|nenaš\\S*|nepodařilo se (?:mi )?(?:najít|dohledat)|nepodarilo sa (?:mi )?nájsť)\\s+(?:(?:jsem|som|nic o|nič o|firmu|společnost|spoločnosť|značku|obchod)\\s+)*${X}`,
      `${X}\\s+${words(2)}(?:není uveden\\S*|nie je uveden\\S*|nefiguruje|neobjevuje se|nezmiňuj\\S*|není mi znám\\S*|mi není znám\\S*)`,
    ],
    question: `(?:ptáte se|pýtate sa|ptal\\S* (?:jste se|ses)|pýtali ste sa|(?:vaše|tvoje|vaša) otázka)[^.!?]*${X}`,
    helpless: "bohužel|bohužiaľ|nemohu|nemůžu|nemôžem",
    contrast: "ale|však|avšak",
  },
  {
    language: "hu",
    denial: "\\b(?:nem|ninc|semmi)",
    denialCues: "nem nincs nincsenek semmi semmit semmilyen",
    absenceCues: "talal informaci emlit emlites ismer hallott szerepel velemeny",
    questionCues: "kerdez kerdes",
    absences: [
      `\\b(?:nem|nincs|nincsenek|semmilyen)\\s+${words(2)}(?:információ\\S*|említés\\S*|vélemény\\S*)\\s+${words(3)}${X}`,
      `\\bnem\\s+(?:ismerem|találom|találtam|hallottam)\\s+(?:(?:a|az|semmit|meg|cég\\S*)\\s+)*${X}`,
      `${X}\\s+${words(2)}nem\\s+(?:találtam|szerepel|ismerem|említ\\S*)`,
    ],
    question: `(?:kérdezte|kérdezted|kérdése|kérdésed)[^.!?]*${X}`,
    helpless: "sajnos|\\bnem tudok\\b",
    contrast: "azonban|viszont|ám",
  },
  {
    language: "ar",
    denial: "ل[مان]|ليس|تعذر|غير|لست",
    denialCues: "",
    absenceCues:
      "معلومات بيانات نتايج اجد اعثر العثور اعرف مذكور معروف موجود يذكر يظهر تظهر شيء ذكر علم دراية تفاصيل مصادر يوجد توجد",
    questionCues: "سال سوال استفسار تسال تريد",
    absences: [
      `(?:^|\\s)(?:لم|لا|لن|ليس|ليست|تعذر|لست)\\s+${words(5)}(?:معلومات|بيانات|نتائج|شيء|شيئا|شيئًا|ذكر|تفاصيل|مصادر|أجد|أعثر|العثور|أعرف|علم|دراية)\\s+${words(4)}(?:عن|حول|بشأن|على|ب|بخصوص|ل)?\\s*${words(2)}(?:ب|ل|و|عن)?${X}`,
      `${X}\\s+${words(3)}(?:غير\\s+(?:مذكور|معروف|موجود|مدرج)|لم\\s+(?:يُذكر|يذكر|تُذكر|تذكر|يرد|ترد)|لا\\s+(?:يظهر|تظهر|يوجد|توجد|يرد))`,
      `(?:معلومات|بيانات|نتائج)\\s+(?:عن|حول|بشأن|على)\\s+${words(2)}${X}\\s+${words(3)}(?:غير|لا|لم|ليست)`,
    ],
    question: `(?:سألت|سألتَ|تسأل|سؤالك|سؤالكم|استفسارك|استفسرت|سألتني|تريد أن تعرف)\\s*[^.!?؟]*${X}`,
    helpless: "آسف|عذرا|للأسف|لا أستطيع|لا يمكنني|لا",
    contrast: "لكن",
  },
  {
    language: "ko",
    denial: "없|않|모르|못",
    denialCues: "",
    absenceCues: "찾 없 정보 언급 포함 모르 확인",
    questionCues: "물어 물으 질문 문의",
    absences: [
      `${X}\\S{0,4}\\s*(?:에\\s*)?(?:대한|대해|관한|관련(?:된)?)\\s*[^.]{0,24}?(?:찾을 수 없|찾지 못|없습니다|없어요|없음|알지 못|모르|확인할 수 없|확인되지 않)`,
      `${X}\\S{0,2}\\s*[^.]{0,10}?(?:찾을 수 없|찾지 못|언급되지 않|포함되지 않|나오지 않|존재하지 않)`,
    ],
    question: `${X}\\S{0,3}\\s*(?:에\\s*)?(?:대해|대한|관해)\\s*(?:물어|질문|문의)|${X}[^.]{0,24}?(?:물으셨|물어보셨|질문하셨|문의하셨)`,
    helpless: "죄송|없습니다|수 없",
    contrast: "",
  },
];

const oneOf = (alternatives: readonly string[]): string =>
  alternatives
    .filter((each) => each !== "")
    .map((each) => `(?:${each})`)
    .join("|");

/** One entry per language, in a fixed order. */
export const phrases: readonly Phrases[] = sources.map(
  ({ absenceCues, questionCues, denialCues, denial, absences, question }) => ({
    absenceCues: absenceCues.split(" "),
    questionCues: questionCues.split(" "),
    denialCues: denialCues.split(" ").filter((word) => word !== ""),
    denial: new RegExp(denial, "iu"),
    absence: new RegExp(oneOf(absences), "u"),
    question: new RegExp(question, "u"),
  }),
);

/** Text that may follow an echo without adding anything, in any language. */
export const denials = new RegExp(oneOf(sources.map(({ helpless }) => helpless)), "u");

/** Japanese and Chinese have no spaces. */
const unspaced = sources.filter(({ contrast }) => /[\u3040-\u9fff]/.test(contrast));

/** Where a contrast begins, in any language: "nothing on A, but B is great". */
export const contrast = new RegExp(
  `[,;—–]?\\s(?:${oneOf(sources.filter((each) => !unspaced.includes(each)).map((each) => each.contrast))})\\s|` +
    `[,、，]?(?:${oneOf(unspaced.map((each) => each.contrast))})`,
  "u",
);
