import { foldedKey } from "../../text/fold.ts";

/** Words that show what a capitalised neighbour is, all in lower case and folded. */

/** Function words: they connect, locate or point, and never begin a product name. */
export const relators: ReadonlySet<string> = new Set(
  (
    "about above across after against along among around as at away because before behind below beneath beside besides between beyond but by " +
    "despite down during except for from if in inside into like near next not of off on onto out outside over past per since so such than that " +
    "then there these this those through throughout till to toward towards under unlike until up upon via when where whereas whether which while who with within without " +
    "is are was were be been being am do does did has have had can could may might must shall should will would " +
    "it its they them their we our us you your he she his her my me i only also too very more most less least no none all any both each either every few many much neither other several some " +
    "auf mit von bei fur aus zu im am nach uber avec pour de du des chez sur dans par en con por para del da di per su nel med for av fran till van voor met z od dla na do w wg laut beim zum zur sur sous vers entre в на с у из от для к по за о об при про без лучше hos ved til fra mellem ifolge enligt hjá fran pa vid mellan u k pri ze od podle pomoci στο στη στον στην στα απο για με di ke dari oleh tai o tu cua trong voi la pentru prin у в з із від до через після біля как дешевле via icin ile gibi"
  ).split(/\s+/),
);

/** Words that begin a prepositional phrase: "on the table", "over the years". */
export const prepositions: ReadonlySet<string> = new Set(
  "about above across after against along among around at before behind below beneath beside between beyond by despite during for from in inside into near of off on onto outside over past since through to toward towards under until up upon via with within without".split(
    " ",
  ),
);

/** Capitalised words that may precede a brand without being part of a longer name. */
export const modifiers: ReadonlySet<string> = new Set(
  (
    "best top new newest latest original classic genuine official restored refurbished renewed used certified free buy try use using get choose consider check visit see " +
    "compare meet introducing avoid skip pick like also however overall unlike both either whether while why what how is are does can if when for with by from via men women " +
    "kids boys girls unisex men's women's acoustic electric wireless smart mini cheap cheapest affordable budget premium luxury popular recommended trusted leading another other today " +
    "yes no note tip alternatively additionally finally similarly meanwhile instead since though although because and or but so then next first second third one two three " +
    "download install open join follow contact ask try switching review reviews pros cons brand brands model models company retailer retailers founder ceo investor shares stock " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december " +
    "choosing get our your their this that these the some many most all only even now here there run save shop shopping switch love"
  ).split(/\s+/),
);

/** Companies whose product lines are brands of their own and follow their name: "Google Nest", "Apple Beats". */
export const makers: ReadonlySet<string> = new Set(
  "adobe alphabet amazon apple atlassian cisco facebook google ibm intel intuit meta microsoft nvidia oracle salesforce samsung sony walmart".split(
    " ",
  ),
);

/** Last words that make a longer name something other than a company or its product. */
export const entityHeads: ReadonlySet<string> = new Set(
  (
    "records entertainment university college school academy county city town village river lake island islands beach bay valley mountain mountains park street road avenue lane " +
    "museum theatre theater festival awards award church cathedral palace castle tower bridge airport station stadium orchestra band choir trilogy saga movie film novel album song " +
    "pictures studios films press times post tribune gazette herald magazine journal institute foundation society party league cup championship senate house army navy " +
    "force forces war wars revolution empire dynasty act law theorem effect syndrome disease virus hypothesis paradox nebula constellation rainforest basin jungle forest desert canyon glacier volcano peninsula variant strait planet pie cider rainforest"
  ).split(/\s+/),
);

/** Given names that are also company names, and the most common others. */
export const givenNames: ReadonlySet<string> = new Set(
  (
    "aaron abby ada adam adele adrian aiden alan albert alec alex alexa alexander alexandra alfred ali alice alicia allen amanda amber amy ana andre andrea andrew andy angela anita ann anna anne " +
    "annie anthony anton antonio april archer aria ariel arnold arthur asher ashley astrid aubrey august aurora austin ava avery axel barbara basil beatrice bella ben benjamin bernard beth " +
    "bill billy blake blanche bob bobby boris brad bradley brandon brenda brian britney brooke bruce bruno bryan burt calvin cameron carl carla carlos carmen carol caroline carson casey casper " +
    "cassandra catherine cecil charles charlie charlotte chase chloe chris christian christina christine christopher claire clara clark claude clay clement cleo clint colin connor craig cynthia " +
    "daisy dale damian dan daniel danny daphne darren dave david dawn dean deborah della dennis derek devin diana diane dinah dominic don donald donna dora doris dorothy doug douglas drew duncan dylan " +
    "earl ed eddie edgar edith edmund edward edwin eleanor elena eli elias elijah elizabeth ella ellen ellie elliot elsa emily emma eric erica erik erin ernest ethan eugene eva evan eve evelyn ezra " +
    "faith felix fern fiona flora florence floyd frances francis frank franklin fred freddie frederick gabriel gail gary gavin gene george gerald gina ginger glenn gloria gordon grace graham grant greg gregory gus guy " +
    "hailey hannah harold harper harriet harry harvey hazel heather hector heidi helen henry herbert holly hope howard hudson hugh hugo hunter ian ida igor imogen ingrid irene iris isaac isabel isabella ivan ivy " +
    "jack jackson jacob jade jake james jamie jan jane janet jared jasmine jason jasper jay jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jesse jessica jill jim jimmy joan joanna joe joel john johnny jon jonathan jordan joseph josh joshua joy joyce juan judith judy julia julian julie june justin " +
    "karen karl kate katherine kathleen katie kay keith kelly ken kendra kenneth kevin kim kirk kristen kurt kyle lance lara larry laura lauren laurie lawrence leah lee leo leon leonard leslie levi lewis liam lily linda lisa lloyd logan lois lola loren lori louis louise lucas lucia lucy luis luke luna lydia lynn " +
    "mabel mac madison maggie malcolm marc marcus margaret maria marie marilyn mario marion mark marsha marshall martha martin marvin mary mason matt matthew maud maurice max maxine maya megan melanie melissa mia michael michelle miguel mike mila miles milo mimi mira miranda mitchell molly mona monica morgan morris muriel myra " +
    "nadia nancy naomi nate nathan neil nell nelson nick nicholas nicole nigel nina noah noel nora norma norman oliver olive olivia omar opal oscar otto owen paige pam pamela pat patricia patrick paul paula pauline pearl penny percy perry pete peter phil philip phoebe pierre piper priscilla quentin quinn " +
    "rachel ralph ramona randy ray raymond rebecca reed reese regina rex rhonda richard rick ricky rita rob robert roberta robin rocky rod roger roland roman ron ronald rory rosa rose ross roy ruby rudy russell ruth ryan sabrina sally sam samantha samuel sandra sandy sara sarah scarlett scott sean sebastian selena serena seth shane shannon sharon shawn sheila shirley sidney silas simon sofia sonia sophia sophie stan stanley stella stephanie stephen steve steven stuart sue susan suzanne sydney sylvia " +
    "tamara tara taylor ted teresa terri terry tess theo theodore theresa thomas tiffany tim timothy tina toby todd tom tommy tony tracy travis trevor tristan troy tyler ursula valentina valerie vanessa vera vernon veronica vicky victor victoria vince vincent viola violet virginia vivian wade wallace walter wanda warren wayne wendy wes wesley whitney will william willie willow wilson winston xavier yolanda yvonne zach zachary zane zoe"
  ).split(/\s+/),
);

/** Common given names of other languages than English, folded. */
export const givenNamesElsewhere: ReadonlySet<string> = new Set(
  (
    "andreas anja anke bernd birgit brigitte christoph detlef dieter eberhard ernst franz friedrich georg gerhard gertrud gudrun gunter gunther gustav hans hartmut heike heinrich heinz helga helmut holger horst ingeborg johann johannes jorg jurgen karin katrin klaus konrad lothar ludwig manfred markus matthias monika moritz norbert petra rainer reinhard renate robert rolf sabine siegfried silke stefan susanne sven tobias torsten thorsten ulrich ursula uwe volker werner wilhelm wolfgang " +
    "alain andree aurelie bernadette brigitte camille celine chantal claudine corinne delphine didier dominique elodie emile etienne fabrice francois francoise frederic gerard gilles guillaume henri herve isabelle jacqueline jacques jean-claude jean-luc jean-pierre jerome julien laurent marie-claire marcel mathieu michele monique nathalie nicolas olivier pascal philippe pierre raymonde sebastien sylvie thierry veronique yannick yves yvette " +
    "alejandro alfonso alvaro andres antonia beatriz camila carmen diego eduardo emilio enrique esteban felipe fernanda fernando francisca francisco gonzalo guillermo gustavo ignacio isidoro javier joaquin jorge jose josefina julio lucia luis manuel manuela mariana martina miguel miguelangel pablo paco pedro pilar rafael ramiro raul ricardo roberto rodrigo salvador santiago sergio teresa vicente ximena " +
    "afonso antonia bernardo caio catarina duarte goncalo henrique joao joaquim leonor lourenco luiz matheus paulo rui thiago tiago vasco vitor " +
    "alberto alessandra alessandro angelo antonella carlo chiara claudio cristina dino davide domenico elisabetta enrico enzo fabio federico ferruccio filippo francesca francesco franco gianluca gianni giorgio giovanna giovanni giulia giulio giuseppe guido lorenzo luca luciano luigi marcello massimo matteo michela nicola paola paolo piero pietro riccardo roberta salvatore silvia silvio stefania stefano tommaso umberto vincenzo vittorio " +
    "anneke annemarie cornelis dirk frits gerard gerrit henk hendrik jaap jeroen johan joost kees klaas maarten marieke marijke marloes piet pieter roelof sjoerd thijs willem wouter " +
    "agneta hedvig anders annette asbjorn bengt bente birger birgitta bjorn borje eivind einar erling espen fredrik frode goran gunnar hakan halvor hanne harald henning henrik ingvar jens jesper jorgen kirsten kjell kristian lars lasse lennart magnus mette mikael mikkel morten niels nils ola oystein pernille pia poul rasmus sigrid sissel soren stig svein terje thorbjorn torben torbjorn trond tove ulla vibeke " +
    "aino antti eero eino heikki ilkka jari juha jukka jussi kaarina kalle liisa markku marja matti mikko paavo pekka pentti pirkko reijo riitta ritva seppo sirpa tapio tarja timo tuula veikko " +
    "agnieszka aleksander andrzej bartosz boguslaw czeslaw elzbieta ewa grazyna grzegorz halina henryk ireneusz jacek janusz jaroslaw jerzy jozef kazimierz krystyna krzysztof leszek lukasz maciej malgorzata marcin mateusz mieczyslaw mikolaj piotr ryszard slawomir stanislaw stefania tadeusz tomasz wieslaw wladyslaw wojciech zbigniew zofia zygmunt " +
    "alena antonin bohumil bozena dagmar dusan eliska frantisek hynek jaromir jaroslav jindrich jiri josef karel katerina ladislav lenka libor ludek lubomir marcela miloslav miroslav oldrich ondrej pavel petr radek radim stanislav tomas vaclav vladimir vlastimil zdenek zuzana " +
    "andras attila balazs bela csaba endre erzsebet ferenc gabor gyorgy gyula imre istvan jozsef katalin kalman lajos laszlo miklos peter sandor tamas tibor zoltan zsolt zsuzsanna " +
    "ahmet aysegul ayse bulent cemal cengiz emine erdogan fatma halil hasan huseyin ibrahim ismail kemal mehmet murat mustafa osman ozgur selim serkan suleyman yusuf zeynep " +
    "andrei constantin cristian doina florin gheorghe ilie ioana mihai mihaela nicolae octavian radu sorin stefan vasile viorel " +
    "alexei alexey boris dmitri dmitry igor ivan lyudmila mikhail natalia nikolai nikolay oleg olga sergei sergey svetlana tatiana vladimir yuri " +
    "александр алексей анатолий андрей анна борис вадим валентина валерий виктор виталий владимир вячеслав галина георгий григорий дмитрий евгений екатерина елена иван игорь ирина константин лариса леонид людмила максим марина мария михаил надежда наталья николай олег ольга павел светлана сергей татьяна юлия юрий " +
    "андрій василь володимир ганна іван катерина микола михайло наталія олександр олексій оксана петро сергій тетяна юрій " +
    "arnav deepak mukesh rajesh rakesh ramesh sanjay sunil suresh sunita vijay hiroshi takashi kenji akira yuki"
  )
    .split(/\s+/)
    .map(foldedKey),
);

/** Places that are also company names. */
export const placeNames: ReadonlySet<string> = new Set(
  (
    "aspen atlanta austin avalon baden bali berlin bologna boston brooklyn buffalo burlington cambridge canada canterbury carolina charleston cheyenne chester chicago china cincinnati clermont colorado columbia concord cordoba " +
    "dakota dallas davos delaware denver detroit dover dublin durango everest florence florida galveston geneva georgia granada hamilton hamburg havana helena holland houston hudson idaho jackson java jordan kansas kenmore kent kentucky kingston " +
    "lafayette lancaster laredo lincoln lisbon london madison malta manhattan marathon marseille maui memphis mesa miami milan milwaukee minnesota monaco montana montreal monterey napa naples nevada newport niagara oakland odessa olympia olympus omaha orlando oslo oxford " +
    "panama paris patagonia phoenix plymouth pomona portland potomac princeton prague providence quebec reno rhodes richmond rio roma rome sahara salem santiago savannah seattle sedona sienna sierra sofia sonoma sparta stanford sydney syracuse tacoma tahoe telluride texas tokyo toledo trenton troy tucson tulsa tuscany utah valencia venice vermont verona vienna virginia warwick wellington windsor worcester yukon yuma zurich"
  ).split(/\s+/),
);

export const colours: ReadonlySet<string> = new Set(
  "black white red blue green yellow orange purple pink brown grey gray silver gold navy teal beige cream ivory velvet linen denim leather".split(
    " ",
  ),
);

export const namesOfTime: ReadonlySet<string> = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december".split(
    " ",
  ),
);

export const articles: ReadonlySet<string> = new Set(
  "the der die das den dem det az le la les il lo el los las o os as de het this that these those".split(" "),
);

export const indefinites: ReadonlySet<string> = new Set(
  "a an your my our their its his her one any every each no some ein eine einen einem einer un une una uno um uma een en et ett egy ένας μια ένα ο η το οι τα τον την του της των un o niște".split(
    " ",
  ),
);

export const conjunctions: ReadonlySet<string> = new Set(
  "and or & und oder et ou y e o och ja tai oraz i lub ve veya и или vs versus plus nor".split(" "),
);

/** Verbs and adverbs that follow a subject. */
export const verbForms: ReadonlySet<string> = new Set(
  (
    "is was are were has have had can will would does did do may might should also lets gives makes made sells sold won lost cut left led went " +
    "became began got took built bought brought grew held kept paid put ran runs said says saw sent set spent stood told currently recently just now still never always no " +
    "ist hat bietet gibt liefert est a offre propose es tiene ofrece è ha é tem oferece heeft biedt är har erbjuder on tarjoaa jest ma oferuje это предлагает"
  ).split(" "),
);

/** Verbs that follow a plural. */
export const finiteVerbs: ReadonlySet<string> = new Set(
  "is are was were have has can will may do should must tend need stand last cost matter".split(" "),
);

/** Words that begin the object of a verb. */
export const openObject: ReadonlySet<string> = new Set(
  (
    "the a an its their your you all every each no more less most both in on at to from with for by up out inside like well over " +
    "without across about between nonstop only hand hands better best there here again twice daily"
  ).split(" "),
);

/** Nouns that follow a company name: what a company has, and who deals with it. */
export const brandNouns: ReadonlySet<string> = new Set(
  (
    "account accounts ads api app apps brand ceo community customer customers developers device devices ecosystem employees fan fans flyer flyers founder founders " +
    "integration integrations interface lineup login member members membership models owner owners page pay platform pricing product products purchases shareholders shares shoppers " +
    "software stock store stores subscriber subscribers subscription subscriptions support team user users website app's"
  ).split(" "),
);

/**
 * Verbs of choosing, having and leaving. In lower case they make a capitalised word after them a name: "try On Cloud".
 */
export const choosingVerbs: ReadonlySet<string> = new Set(
  (
    "try tried trying buy buys bought buying choose chose chosen choosing pick picked picking get got getting prefer prefers preferred love loves loved like likes liked recommend recommends recommended " +
    "consider considered considering compare compared skip skipped avoid avoided use uses used using wear wears wore wearing own owns owned need want wants order ordered hire hired join joined tested testing reviewed"
  ).split(" "),
);

/** Verbs that take a brand as their object: "use X", "learned C". */
export const letterVerbs: ReadonlySet<string> = new Set(
  (
    "use uses used using learn learns learned learning code codes coded coding program join joins joined joining choose chose prefer prefers preferred quit quits leave leaves left leaving " +
    "delete deleted follow followed called named renamed buy bought buys acquire acquired acquires own owns owned rebranded know knows teach teaches taught write writes wrote writing try tries tried " +
    "check search visit offer offers support supports supported supporting beat beats sued sue install installed open opened nutzen nutzt verwenden utiliser utilise usar usa usare"
  ).split(" "),
);

/** Nouns that a preceding letter belongs to: an axis, a grade, a key, a drug. */
export const letterNouns: ReadonlySet<string> = new Set(
  (
    "axis axes ray rays chromosome chromosomes coordinate coordinates factor major minor sharp flat section sections suite level levels grade clef string strings cup cups shape shaped value values " +
    "rated rating squared cubed marks amount percent times mark men wing games letter achse axe eje asse clamp clamps joint joints corp drive battery batteries cell cells celsius type peptide reactive be equals denotes"
  ).split(" "),
);

/** What follows the name of a platform or programming language in other languages. */
export const letterFollowers: ReadonlySet<string> = new Set(
  "language programming package packages script scripts library code compiler post posts feed konto nutzer beitrag sprache compte utilisateurs cuenta usuarios conta üzerinden hesabı platformu kullanıcıları dili".split(
    " ",
  ),
);

/**
 * Whether a capitalised word before a brand does not make it another maker's product: function words, and companies
 * that own brands.
 */
export function isNoMaker(word: string): boolean {
  return [modifiers, makers, relators, articles, indefinites, conjunctions, namesOfTime].some((words) =>
    words.has(word),
  );
}
