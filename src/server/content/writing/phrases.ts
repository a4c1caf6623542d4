/**
 * What the sandbox writes in one language; `{topic}`, `{brand}`, `{rivals}` and `{heading}` are placeholders. Fits any
 * topic and contains no figures and no praise.
 */
export interface DraftPhrases {
  title: string;
  meta: string;
  opening: readonly string[];
  /** What to look at, whatever the topic. */
  criteria: readonly { heading: string; text: string }[];
  /** Its source mark follows. */
  own: string;
  compared: string;
  alone: string;
  closing: { heading: string; text: string };
  brief: {
    title: string;
    why: string;
    steps: readonly string[];
    /** If a heading of the page is known. */
    where: string;
    whereUnknown: string;
  };
  post: readonly string[];
  /** Each short enough for one post of a thread. */
  posts: readonly string[];
}

const en: DraftPhrases = {
  title: "{topic}: how to decide",
  meta: "What to look at before you decide on “{topic}”: needs, cost, effort, support and how to leave again.",
  opening: [
    "People who ask about “{topic}” rarely want a list of names. They want to know what matters in their own case, what it will cost them in time and money, and how they notice early that they have chosen wrong. This text goes through the questions that help with it, in the order in which they usually come up.",
    "None of them needs special knowledge. They need an hour of attention, somebody who knows the daily work, and the will to write the answers down before anybody looks at an offer.",
  ],
  criteria: [
    {
      heading: "Begin with the problem",
      text: "Write down in two or three sentences what is going wrong today, who notices it and how often it happens. A problem that nobody can describe will not be solved by buying something. The description also tells you later whether the choice was right, because you can hold the result against it. Keep it in plain words, so that everybody who has a say can correct it before the search begins.",
    },
    {
      heading: "Separate what you need from what would be nice",
      text: "Most lists of wishes grow while people talk about them. Mark the few points without which you would have to keep your present way of working, and treat everything else as a tie-breaker. If an option misses one of the marked points, it is out, however pleasant the rest may be. This makes the list short early on, and it keeps long discussions away from things that change nothing.",
    },
    {
      heading: "Count the whole cost",
      text: "The price on the page is only the beginning. Add the work of setting up, of moving what you have, of training the people who will use it, and of keeping it running. Ask what happens to the price when you grow, and what is not included. A simple table with one row for each of these points shows quickly which offers can be compared at all, and which leave too much open.",
    },
    {
      heading: "Look at the daily work",
      text: "A demonstration shows the best day. Ask instead to go through an ordinary one: the task that comes up most often, the one that people dislike most, and the one that must not go wrong. Let those do it who will do it later, and watch where they hesitate. What is awkward in the first week is usually still awkward in the second year, and small detours add up over time.",
    },
    {
      heading: "Ask how it fits what you have",
      text: "Nothing stands alone. Make a list of the systems, habits and partners that are affected, and ask for each how the exchange works, who looks after it and what happens when it breaks. Be careful with answers that speak of the future. What exists today can be tried today, and what is only planned should not count in the decision. A short trial with your own material answers most of it.",
    },
    {
      heading: "Check the support before you need it",
      text: "Everybody is friendly before the contract is signed. Send a real question through the channel that you would use later, and see how long it takes and whether the answer helps. Read what the provider writes about faults and planned work. It is a good sign when problems are named openly, together with what was done about them, and when the documents are kept up to date.",
    },
    {
      heading: "Know how you would leave",
      text: "A choice is easier when it can be undone. Ask in which form you get your material back, how long that takes and what it costs. Look for the notice period and for anything that renews by itself. Nobody plans to leave at the beginning, but those who know the way out negotiate more calmly, and they are less likely to stay with something that no longer fits.",
    },
    {
      heading: "Try it small, then decide",
      text: "Take two or three candidates and let them solve the same small, real task within a fixed time. Agree beforehand on what counts as a success. Afterwards compare the notes of those who did the work, not the impression of those who watched. If none of the candidates passes, that is a useful result as well: go back to the description of the problem, and look again at what you marked as needed.",
    },
  ],
  own: "What {brand} offers for it is described on its own pages.",
  compared: "Hold {brand} and {rivals} against the same list, and let each of them answer for itself.",
  alone: "Hold {brand} against the same list as every other option.",
  closing: {
    heading: "In short",
    text: "Describe the problem, mark what you need, count the whole cost, look at an ordinary day and try it small. Whoever does that decides on “{topic}” with reasons that still hold a year later, and can explain the choice to everybody who was not there.",
  },
  brief: {
    title: "Update brief: {topic}",
    why: "The page is to answer the question of “{topic}” on its own, so that a reader, or an assistant that quotes the page, finds the answer without looking elsewhere. Today it touches on the subject and leaves the decisive points open.",
    steps: [
      "Put the answer first: two or three sentences under the title that say what the reader gets and for whom it is right. A page that begins with its history is quoted less often.",
      "Add a section that names the conditions: what a reader has to have, what it costs in effort, and where the limits are. Plain limits make the rest believable.",
      "Add the questions that buyers ask on this subject as headings, each with a short answer that can stand alone.",
      "Link from the page to the one that goes deeper, and say in the link what stands there.",
    ],
    where:
      "Begin at the section “{heading}”: what is said there belongs to the answer, and should name the subject in its first sentence.",
    whereUnknown: "Begin at the first section: it should name the subject in its first sentence.",
  },
  post: [
    "Most people who ask about “{topic}” do not want a list of names. They want to know what matters in their own case.",
    "What helps: write the problem down first, mark what you cannot do without, count the whole cost and not only the price, and look at an ordinary working day and not at a demonstration.",
    "Then try two or three options on the same small task, and ask those who did the work.",
    "How did you decide, and what would you look at first today?",
  ],
  posts: [
    "Some thoughts on “{topic}”, for everybody who has to decide soon.",
    "Start with the problem. If nobody can describe it in plain words, buying something will not solve it.",
    "Mark the few things you cannot do without. Everything else is a tie-breaker.",
    "Count the whole cost: setting up, moving, training, keeping it running. The price is only the beginning.",
    "Try it small, on a real task, with the people who will do the work later. Then decide.",
  ],
};

const de: DraftPhrases = {
  title: "{topic}: So entscheiden Sie",
  meta: "Worauf es bei „{topic}“ ankommt: Bedarf, Kosten, Aufwand, Betreuung und der Weg zurück.",
  opening: [
    "Wer nach „{topic}“ fragt, will selten nur eine Liste von Namen. Gesucht wird, worauf es im eigenen Fall ankommt, was die Sache an Zeit und Geld kostet und woran man früh erkennt, dass die Wahl falsch war. Dieser Text geht die Fragen durch, die dabei helfen, und zwar in der Reihenfolge, in der sie sich meistens stellen.",
    "Besonderes Vorwissen braucht es dafür nicht. Nötig sind eine Stunde Ruhe, jemand, der den Alltag kennt, und der Wille, die Antworten aufzuschreiben, bevor das erste Angebot auf dem Tisch liegt.",
  ],
  criteria: [
    {
      heading: "Mit dem Problem beginnen",
      text: "Schreiben Sie in zwei oder drei Sätzen auf, was heute schiefgeht, wer es bemerkt und wie oft es vorkommt. Ein Problem, das niemand beschreiben kann, löst auch kein Kauf. Die Beschreibung zeigt später außerdem, ob die Wahl richtig war, denn an ihr lässt sich das Ergebnis messen. Bleiben Sie bei einfachen Worten, damit alle, die mitreden, sie verbessern können, bevor die Suche überhaupt beginnt.",
    },
    {
      heading: "Nötiges von Nettem trennen",
      text: "Wunschlisten wachsen, während man über sie spricht. Kennzeichnen Sie die wenigen Punkte, ohne die Sie bei Ihrer heutigen Arbeitsweise bleiben müssten, und behandeln Sie alles andere als Zugabe. Fehlt einem Angebot einer der gekennzeichneten Punkte, scheidet es aus, so angenehm der Rest auch sein mag. Das macht die Liste früh kurz und hält lange Gespräche von Dingen fern, die an der Entscheidung nichts ändern.",
    },
    {
      heading: "Die ganzen Kosten zählen",
      text: "Der Preis auf der Seite ist nur der Anfang. Dazu kommen das Einrichten, der Umzug dessen, was schon da ist, die Schulung der Menschen, die damit arbeiten, und der laufende Betrieb. Fragen Sie, was mit dem Preis geschieht, wenn Sie wachsen, und was nicht enthalten ist. Eine einfache Tabelle mit einer Zeile für jeden dieser Punkte zeigt schnell, welche Angebote sich überhaupt vergleichen lassen und welche zu viel offenlassen.",
    },
    {
      heading: "Den Alltag ansehen",
      text: "Eine Vorführung zeigt den besten Tag. Bitten Sie stattdessen darum, einen gewöhnlichen durchzugehen: die häufigste Aufgabe, die unbeliebteste und die, bei der nichts schiefgehen darf. Lassen Sie diejenigen arbeiten, die es später tun werden, und achten Sie darauf, wo sie zögern. Was in der ersten Woche umständlich ist, ist es meistens auch noch im zweiten Jahr, und kleine Umwege summieren sich mit der Zeit.",
    },
    {
      heading: "Fragen, wie es zum Vorhandenen passt",
      text: "Nichts steht für sich allein. Listen Sie auf, welche Systeme, Gewohnheiten und Partner betroffen sind, und fragen Sie für jeden Punkt, wie der Austausch läuft, wer sich darum kümmert und was bei einer Störung geschieht. Seien Sie vorsichtig mit Antworten, die von der Zukunft sprechen. Was es heute gibt, lässt sich heute ausprobieren, und was nur geplant ist, sollte bei der Entscheidung nicht zählen. Ein kurzer Versuch mit eigenen Unterlagen klärt das meiste.",
    },
    {
      heading: "Die Betreuung vorher prüfen",
      text: "Vor der Unterschrift sind alle freundlich. Stellen Sie eine echte Frage auf dem Weg, den Sie später nutzen würden, und achten Sie darauf, wie lange es dauert und ob die Antwort weiterhilft. Lesen Sie, was der Anbieter über Störungen und geplante Arbeiten schreibt. Es ist ein gutes Zeichen, wenn Fehler offen genannt werden und dabeisteht, was dagegen getan wurde, und wenn die Anleitungen auf dem neuesten Stand sind.",
    },
    {
      heading: "Den Weg zurück kennen",
      text: "Eine Wahl fällt leichter, wenn sie sich rückgängig machen lässt. Fragen Sie, in welcher Form Sie Ihre Daten zurückbekommen, wie lange das dauert und was es kostet. Achten Sie auf die Kündigungsfrist und auf alles, was sich von selbst verlängert. Am Anfang plant niemand den Ausstieg, aber wer ihn kennt, verhandelt ruhiger und bleibt nicht so leicht bei etwas, das längst nicht mehr passt.",
    },
    {
      heading: "Klein ausprobieren, dann entscheiden",
      text: "Nehmen Sie zwei oder drei Angebote und lassen Sie mit jedem dieselbe kleine, echte Aufgabe in fester Zeit lösen. Vereinbaren Sie vorher, was als Erfolg gilt. Vergleichen Sie danach die Notizen derer, die gearbeitet haben, und nicht den Eindruck derer, die zugesehen haben. Besteht keines der Angebote, ist auch das ein brauchbares Ergebnis: Gehen Sie zurück zur Beschreibung des Problems und prüfen Sie noch einmal, was Sie als nötig gekennzeichnet haben.",
    },
  ],
  own: "Was {brand} dafür anbietet, steht auf den eigenen Seiten des Unternehmens.",
  compared: "Halten Sie {brand} und {rivals} an dieselbe Liste und lassen Sie jeden für sich antworten.",
  alone: "Halten Sie {brand} an dieselbe Liste wie jedes andere Angebot.",
  closing: {
    heading: "Kurz gesagt",
    text: "Beschreiben Sie das Problem, kennzeichnen Sie das Nötige, zählen Sie die ganzen Kosten, sehen Sie sich einen gewöhnlichen Tag an und probieren Sie klein aus. Wer so vorgeht, entscheidet über „{topic}“ mit Gründen, die auch nach einem Jahr noch gelten, und kann die Wahl allen erklären, die nicht dabei waren.",
  },
  brief: {
    title: "Überarbeitung: {topic}",
    why: "Die Seite soll die Frage nach „{topic}“ für sich allein beantworten, damit Leser, und Assistenten, die sie zitieren, die Antwort finden, ohne anderswo zu suchen. Heute streift sie den Gegenstand und lässt das Entscheidende offen.",
    steps: [
      "Stellen Sie die Antwort an den Anfang: zwei oder drei Sätze unter dem Titel, die sagen, was der Leser bekommt und für wen es passt. Eine Seite, die mit ihrer Geschichte beginnt, wird seltener zitiert.",
      "Ergänzen Sie einen Abschnitt mit den Bedingungen: was man mitbringen muss, welchen Aufwand es macht und wo die Grenzen liegen. Klare Grenzen machen das Übrige glaubwürdig.",
      "Nehmen Sie die Fragen, die Käufer dazu stellen, als Überschriften auf, jede mit einer kurzen Antwort, die für sich stehen kann.",
      "Verweisen Sie von der Seite auf die, die weiter in die Tiefe geht, und sagen Sie im Verweis, was dort steht.",
    ],
    where:
      "Beginnen Sie beim Abschnitt „{heading}“: Was dort steht, gehört zur Antwort und sollte den Gegenstand im ersten Satz nennen.",
    whereUnknown: "Beginnen Sie beim ersten Abschnitt: Er sollte den Gegenstand im ersten Satz nennen.",
  },
  post: [
    "Wer nach „{topic}“ fragt, will selten eine Liste von Namen. Gesucht wird, worauf es im eigenen Fall ankommt.",
    "Was hilft: zuerst das Problem aufschreiben, das Unverzichtbare kennzeichnen, die ganzen Kosten zählen und nicht nur den Preis, und einen gewöhnlichen Arbeitstag ansehen statt einer Vorführung.",
    "Dann zwei oder drei Angebote an derselben kleinen Aufgabe ausprobieren und die fragen, die gearbeitet haben.",
    "Wie haben Sie entschieden, und worauf würden Sie heute zuerst achten?",
  ],
  posts: [
    "Ein paar Gedanken zu „{topic}“, für alle, die bald entscheiden müssen.",
    "Am Anfang steht das Problem. Was niemand in einfachen Worten beschreiben kann, löst auch kein Kauf.",
    "Das Unverzichtbare kennzeichnen. Alles andere ist Zugabe.",
    "Die ganzen Kosten zählen: einrichten, umziehen, schulen, betreiben. Der Preis ist nur der Anfang.",
    "Klein ausprobieren, an einer echten Aufgabe, mit denen, die später damit arbeiten. Dann entscheiden.",
  ],
};

/** By the primary subtag of a BCP 47 tag; English if there is no other. */
export function draftPhrasesIn(language: string): DraftPhrases {
  return language.toLowerCase().split(/[-_]/)[0] === "de" ? de : en;
}
