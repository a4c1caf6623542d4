/**
 * How assistants decline in eighteen languages, in lower case with straight apostrophes. `declines` refuses the request
 * itself. `limits` only says what the assistant is not or does not have, which may also open a good answer. `courtesy`
 * is what a refusal adds without answering anything.
 */

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join("|"), "u");

export const declines = anyOf([
  // English
  "(?:^|\\b(?:i|we|i'm|i am|we're|we are|but|and|sorry,?|unfortunately,?|currently|just|simply|also|therefore|model,?) (?:[a-z]+ )?)(?:can't|cannot|can not|unable to|not able to|won't be able to|not going to|must decline to|won't|not comfortable|not allowed to|not permitted to|couldn't|could not)\\b(?! be\\b).{0,24}\\b(?:help|assist|answer|comply|fulfil|fulfill|provide|offer|give|recommend|suggest|endorse|discuss|engage|share|create|generate|continue|do that|do this|respond|support|complete|process|comment|make (?:a |specific |any )?(?:recommendation|comparison))",
  "\\b(?:have to|must|need to|respectfully|'ll) (?:decline|refuse)\\b|\\bi decline\\b|\\bi refuse\\b",
  "\\b(?:against|violates?|outside) (?:my|our|the) (?:guidelines|policy|policies|programming|scope)|\\bsomething went wrong\\b|\\ban error occurred\\b|\\btry again later\\b|\\bno (?:response|answer) (?:available|generated)",
  "\\b(?:i|we) (?:don't|do not|didn't|did not|couldn't|could not|can't|cannot) (?:currently )?(?:have|find|seem to have|locate) (?:any |enough |sufficient |specific |reliable |verified )*(?:information|details|data|results|records?|answer|anything)|\\bi (?:don't|do not) know\\b|\\bi'm not (?:sure|certain|familiar with)",
  // German
  "(?:kann|könnte|darf|möchte|werde|konnte) (?:ich )?.{0,60}?(?:nicht|kein(?:e|en|er)?) .{0,50}?(?:helfen|beantworten|weiterhelfen|geben|empfehlen|unterstützen|nennen|erfüllen|bereitstellen|bieten|anbieten|finden|äußern|dienen)",
  "(?:nicht|kein(?:e|en)?) .{0,40}(?:helfen|weiterhelfen|beantworten) (?:kann|darf)|nicht möglich, .{0,40}(?:zu (?:beantworten|geben|empfehlen|helfen)|weiterzuhelfen)|(?:muss|möchte) .{0,20}ablehnen|habe (?:ich )?(?:leider )?keine (?:informationen|daten|angaben)|etwas ist schiefgelaufen",
  // French
  "(?:ne (?:peux|puis|pourrai|pourrais|suis)|n'ai|n'arrive|ne parviens) .{0,6}?(?:pas|malheureusement pas|aucune?).{0,40}?(?:aider|répondre|fournir|recommander|donner|conseiller|traiter|satisfaire|proposer|assister|trouv|information|mesure de|autorisé)|je dois (?:refuser|décliner)|impossible (?:de|pour moi de) (?:répondre|vous aider|donner suite)|une erreur (?:est survenue|s'est produite)",
  // Spanish
  "no (?:puedo|podría|podré|logro|pude|me es posible|estoy en condiciones|estoy autorizad).{0,40}?(?:ayudar|responder|proporcionar|recomendar|ofrecer|dar|brindar|cumplir|asistir|contestar|encontr|atender|sugerir)|no (?:tengo|dispongo de|encontré|he encontrado) .{0,12}(?:información|datos)|debo (?:declinar|rechazar)|se produjo un error|algo salió mal",
  // Portuguese
  "não (?:posso|consigo|poderei|pude|me é possível|sou capaz de|estou autorizad).{0,40}?(?:ajudar|responder|fornecer|recomendar|oferecer|dar|atender|cumprir|auxiliar|encontr|sugerir)|não (?:tenho|disponho de|encontrei) .{0,12}(?:informaç|dados)|(?:devo|tenho de|tenho que) recusar|ocorreu um erro|algo deu errado",
  // Italian
  "non (?:posso|riesco|potrò|sono in grado|mi è possibile|sono autorizzat).{0,40}?(?:aiut|rispond|forni|consigli|raccomand|dare|offri|soddisf|assist|trov|suggeri|darti|darle)|non (?:ho|dispongo di|ho trovato) .{0,12}(?:informazioni|dati)|devo (?:rifiutare|declinare)|si è verificato un errore|qualcosa è andato storto",
  // Dutch
  "(?:kan|mag|kon) (?:ik |je |u |hier |daar |helaas )*.{0,50}?(?:niet|geen) .{0,50}?(?:helpen|beantwoorden|geven|aanbevelen|bieden|voldoen|assisteren|vinden|verstrekken|adviseren)|niet (?:mee |bij |verder )*helpen|heb (?:ik )?(?:helaas )?geen (?:informatie|gegevens)|moet .{0,20}(?:weigeren|afwijzen)|er is iets misgegaan",
  // Swedish
  "(?:kan|får|kunde) (?:jag )?(?:tyvärr )?.{0,30}?(?:inte|ingen|inga|ej) .{0,50}?(?:hjälpa|svara|ge|rekommendera|tillhandahålla|erbjuda|bistå|hitta|besvara|uppfylla)|har (?:jag )?(?:tyvärr )?ingen (?:information|uppgift)|måste (?:avböja|avstå|neka)|något gick fel",
  // Danish and Norwegian
  "(?:kan|må|kunne) (?:jeg )?(?:desværre |dessverre )?.{0,30}?(?:ikke|ingen) .{0,50}?(?:hjælpe|hjelpe|svare|give|gi |anbefale|tilbyde|finde|finne|besvare|bistå|imødekomme)|har (?:jeg )?(?:desværre |dessverre )?ingen (?:information|informasjon|oplysning|opplysning)|(?:jeg )?må (?:desværre |dessverre )?(?:afvise|avvise|avslå|afstå)|noget gik galt|noe gikk galt",
  // Finnish
  "en (?:valitettavasti |voi |pysty |saa |osaa |kykene |löytänyt |löydä )+.{0,50}?(?:autta|vasta|antaa|suosit|tarjo|toteutta|neuvo|tieto|mitään)|minulla ei ole .{0,20}(?:tieto|tietoja)|joudun kieltäytymään|jokin meni pieleen|tapahtui virhe",
  // Polish
  "nie (?:mogę|jestem w stanie|potrafię|będę w stanie|udało mi się|mam możliwości|wolno mi).{0,50}?(?:pomóc|odpowie|udzielić|poleci|polec|zapewnić|dostarczy|spełnić|podać|znaleźć|doradzi|rekomend)|nie (?:mam|posiadam|znalazłem|znalazłam) .{0,12}informacji|muszę odmówić|coś poszło nie tak|wystąpił błąd",
  // Turkish
  "(?:yardımcı|yardım|cevap|yanıt|öneri|tavsiye|bilgi|destek).{0,30}?(?:olamıyorum|olamam|edemem|edemiyorum|veremem|veremiyorum|sunamam|sunamıyorum|bulamadım|sağlayamam|olamayacağım|edemeyeceğim|veremeyeceğim|bulunamam|bulunamıyorum|yok)|(?:yerine getirememekteyim|yerine getiremem|reddetmek zorundayım|yanıtlayamam|yanıtlayamıyorum|cevaplayamam|öneremem|bir şeyler ters gitti|bir hata oluştu)",
  // Russian
  "(?:не (?:могу|смогу|в состоянии|имею возможности|имею права|удалось|получилось|умею)).{0,50}?(?:помо|ответ|предостав|рекоменд|дать|выполн|посовет|порекоменд|найти|обсужд|предлож)|(?:вынужден|вынуждена|должен) (?:отказа|отклон)|у меня нет .{0,20}(?:информации|данных|сведений)|(?:произошла ошибка|что-то пошло не так)",
  // Japanese
  "(?:お手伝い|お答え|回答|ご回答|お応え|対応|ご対応|ご提供|提供|おすすめ|お勧め|推薦|ご案内|お役に立|支援|サポート|ご紹介)(?:は|が|を|する|すること|することは|することが|ことが|ことは)*(?:できません|できかねます|いたしかねます|出来ません|致しかねます|差し控え|ことはできません|ことができません|てません)|見つかりませんでした|見つけることができません|情報(?:が|は)(?:ありません|ございません)|わかりません|分かりません|応じられません|エラーが発生",
  // Korean
  "(?:도와드릴|도와 드릴|도움을 드릴|답변(?:을)? ?(?:해 ?)?(?:드릴|할)|제공(?:해 ?드릴|할)|추천(?:해 ?드릴|할)|처리(?:해 ?드릴|할)|응할|지원할|안내(?:해 ?드릴|할)) 수 (?:가 |는 )?없|(?:도와드리기|답변(?:을)? ?(?:드리기|하기)|추천하기) (?:어렵|힘듭)|정보(?:를|가) (?:찾을 수 없|찾지 못|없습니다)|오류가 발생",
  // Chinese
  "(?:无法|不能|没办法|不便|無法|没有办法|未能|不可以).{0,16}?(?:帮助|协助|回答|提供|推荐|满足|回应|给出|處理|处理|完成|幫助|協助|推薦|滿足|讨论|討論|找到)|没有找到|找不到|沒有找到|(?:没有|沒有|暂无).{0,10}(?:信息|资料|資訊|資料)|不知道|出错了|发生错误",
  // Arabic
  "(?:لا (?:أستطيع|يمكنني|أقدر|يسعني)|لن (?:أتمكن|أستطيع|يمكنني)|غير قادر|لست قادر|لم (?:أتمكن|أستطع|أجد|أعثر)|يتعذر علي|لا أملك|ليس لدي|ليست لدي|عاجز عن).{0,40}?(?:مساعد|الإجابة|إجابة|اجابة|تقديم|توفير|التوصية|توصية|ترشيح|تلبية|الرد|إعطاء|معلومات|العثور|اقتراح|ذلك)|(?:حدث خطأ|أعتذر عن عدم)",
]);

export const limits = anyOf([
  "\\bas an? (?:ai|artificial|language model|large language)|\\bi'm (?:just |only )?an? (?:ai|language model|virtual)|\\b(?:can't|cannot|unable to|not able to|don't have (?:the ability|access)) .{0,24}(?:brows|access|search|internet|real[- ]time|web|look up)|\\bdon't (?:have|hold) (?:personal )?(?:opinions|preferences|real[- ]time)",
  "als (?:ki|künstliche|sprachmodell)|en tant qu'(?:ia|intelligence|modèle)|como (?:una? )?(?:ia|inteligencia|modelo de lenguaje|modelo de linguagem|inteligência)|come (?:ia|intelligenza|modello)|als (?:ai|taalmodel)|som (?:en )?(?:ai|ki|språkmodell|språkmodel|sprogmodel)|(?:tekoäly|kielimalli)na|jako (?:ai|model językowy|sztuczna)|bir yapay zeka|как (?:ии|искусственный|языковая)|ai(?:として|アシスタントとして|である)|作为(?:一个|一款)?(?:ai|人工智能|语言模型)|作為|بصفتي|كنموذج",
  "(?:nicht|keinen) .{0,20}(?:internet|echtzeit)|pas accès .{0,20}(?:internet|temps réel)|no (?:tengo acceso|puedo (?:navegar|buscar|acceder))|não (?:tenho acesso|posso (?:navegar|pesquisar|acessar))|non (?:ho accesso|posso (?:navigare|cercare|accedere))|geen toegang|inte tillgång|ikke (?:adgang|tilgang)|ei ole pääsyä|nie mam dostępu|erişimim yok|нет доступа|アクセスでき|无法(?:访问|浏览|联网|上网)|無法(?:訪問|瀏覽|連網)|لا يمكنني (?:الوصول|تصفح)",
]);

export const courtesy = anyOf([
  "^(?:i'm|i am|we're|so|very)? ?(?:really |very |so |truly )?(?:sorry|apologi[sz]e|my apologies|unfortunately|thank you|thanks)[^a-z]*(?:for (?:the|any) .{0,30})?$",
  "\\b(?:if you (?:have|need|would|'d|want|like|can|could|are|share|provide|let)|feel free|let me know|please|is there anything|anything else|happy to (?:help|assist)|glad to (?:help|assist)|how (?:else )?(?:can|may) i (?:help|assist)|(?:i|you|we) (?:would |may |might |could |can )?(?:recommend|suggest|want to|wish to|also|try|check|visit|consult|search|contact|look)(?:ing|ed)?\\b.{0,20}\\b(?:check|visit|consult|search|contact|look|website|expert|professional|official|sources?|review)|can i help)",
  "\\b(?:bitte|wenn sie|wenn du|falls|gerne|veuillez|s'il (?:vous|te)|n'hésitez|si vous|si tu|por favor|si (?:necesitas|tienes|deseas|quieres|desea|necesita)|no dudes|se (?:você|precisar|quiser|desejar|hai|vuoi|ha|desidera|desideri)|fique à vontade|per favore|non esitare|als je|als u|laat (?:het )?me|om du|hvis du|vil du|hör av|jos |kerro|ole hyvä|jeśli|proszę|daj (?:mi )?znać|lütfen|eğer|isterseniz)",
  "пожалуйста|если (?:вы|у вас|хотите|нужн)|обратитесь|уточните|ください|お知らせ|何か他に|ご質問|请|如果|如有|請|من فضلك|يرجى|إذا (?:كان|كنت|أردت)|هل (?:يمكن|هناك)",
]);

/** After one of these, a sentence that declines may still go on to answer. */
export const pivots =
  /(?:^|[\s,;–—-])(?:but|however|yet|though|although|still|instead|aber|jedoch|mais|cependant|toutefois|pero|sin embargo|mas|porém|no entanto|ma|tuttavia|maar|echter|men|dock|mutta|kuitenkin|ale|jednak|ama|ancak|fakat|но|однако|لكن|ولكن)[\s,]|しかし|ただし|ですが|(?:^|ません|ない)が[、,]|但是?|不过|然而/u;
