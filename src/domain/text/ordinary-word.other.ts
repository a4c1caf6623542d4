/**
 * Folded words of other languages that sentences use in lower case and that companies like to be named after.
 * English comes from a dictionary; here stand frequent words of German, French, Spanish, Portuguese, Italian,
 * Dutch, Swedish, Finnish, Polish, Turkish and Russian.
 */
export const wordsOfOtherLanguages: readonly string[] = [
  // German
  ..."aber alle alles als auch auf aus bahn bank bei beste bild bin braun bringt da das dein den der die drei du durch ein eine einfach er erste es frei fur ganz gegen gut haus heute hier ich ihr im immer ist ja jetzt kann kein klar leben licht mehr mein mit mut nach neu neue nicht noch nur oder ohne otto penny post real recht rot sehr sein sie so sonne stark stern stunde tag tipp uber und uns vom von vor wasser weg weiss welt wer wie wir wolf wolke zeit zu zum zur zwei".split(
    " ",
  ),
  // French
  ..."air amour ami arbre argent art au aussi autre aux avec back beau belle bien blanc bleu boulanger bon bonne bouche but carrefour ce champion chat chez chien ciel clair comme coup dans de demain des deux doctolib doux du eau elle en encore ensemble est et etre feu fille fleur fnac fois foncier free grand gris homme ici il jaune je jeu jour la le les leur libre lieu loin lune lumiere ma main mais maison matin mer merci mieux moi mon monde monsieur mot ni noir nous nouveau nuit nuage or ou oui par pas petit peu place plein plus point pomme pont port porte poste pour premier pret prime quand que qui reine rien roi rose rouge route sans seul si soir soleil son sous sur tel temps terre tout tres tu un une vers vert vie vin vite voir votre vous vrai vue".split(
    " ",
  ),
  // Spanish and Portuguese
  ..."agora agua ahora alma alto amigo amor ano antes aqui arbol arriba asi azul bajo banco bem bien bom bonito brasa bueno cada cafe caixa calle camino casa cerca chave cidade cielo cima claro com como con coppel corazon correo cruz cuando da de del dia dinero do dos doce ejemplo ela ele ella en entre era es esta este familia feliz fin flor forma fuego fuerte gato gente grande gracias hasta hoje hora hoy ideal isto jugar lago leche leve libre livre lobo luna lugar lua luz magia maior mais mano mar mas mayor melhor mejor menos mercado mesa mi mil mundo muy na nada natura negro ninguna no noche noite nombre norte nova novo nubank nueva nuevo nunca oi oro ouro otro padre palabra para pelo pan paz pedra peixe pero perro piedra playa poco ponto por porto primero puente puerto puro que rapido real rede reina reto rey rico rio rojo rosa sal santo seguro ser si siempre sim sin sobre sol solo son suave sur tarde tem terra tiempo tienda tierra todo trigo tu uma un una uno vale verde vez via vida viento vivo voz ya".split(
    " ",
  ),
  // Italian
  ..."acqua ad al albero alla allora alto amico amore anche ancora anno aria bella bello bene bianco blu borsa buono buona caffe caldo campo capo casa che chi chiaro chiave cielo cima citta come con cosa credito cuore dal davvero del della di dolce domani donna dove due ecco era facile fiore fine forte fuoco gatto gente giallo giorno gli grande grazie il in intesa la latte le lei libero libri luce luna lungo lupo mano mare meglio meno mercato mese mondo molto mossa nel nero niente noi non notte nuovo nuvola oggi ogni onda ora oro palma pane parola pasta perche per piu poco poste primo prima punto quadro quanto quello questo rosa rosso sale santa scarpa se segno sempre senza sera si sole solo sono sopra spazio stella strada su sul terra tempo tra tutto una uno vento verde vero via vino vita vivo voce volta".split(
    " ",
  ),
  // Dutch, Swedish, Finnish
  ..."aan al alles als altijd bij bol blauw boom brood coolblue daar dag dan dat deze dit dus een en er geen gewoon goed groen groot haar heel het hier hij huis ik in is jij jumbo kan klein kleur kom kruidvat licht maan man meer mens met mijn mooi naar niet nieuw nog nu of ook om onder onze ons op open over rood samen sneller ster te toch uit van veel vier voor vrij waar wat water weg wel wereld werk wie wij wit zee zien zo zon zwart att allt alla att av bara barn bra berg biltema blad bolag bra clas dag de den det din du eller en ett fem finns fran fri frisk full gard glad god gul guld han har hav hem hej himmel hon hos hus i ica inga inte ja jag kan klar klarna kraft landet lag lite ljus lugn man med mer mig min moln nar nasta natt ni nu ny och om oss pa ren rik ro rod rum ser sig sin sjo skog sol som stad stark stjarna storm svart svea tack telia till tva under upp ut vad vag val var vatten vi vid vit aika aina aurinko ei elisa elo eri han hyva ilma ilo ja jo joki jos kaikki kala karhu keskus kesko kesla kivi kone koti kuin kuu kuva lahi luonto maa me meri metsa mika mutta myos nain nyt on oma paikka paiva pohjola polku posti puu raha sana se sen suomi taas talo tama terve tuli uusi vain vesi voi vuosi yksi yli yo".split(
    " ",
  ),
  // Polish, Turkish
  ..."ale bank bardzo bez biedronka bo byc cena czas czy dino do dobry dom droga dzien dzis film gdy gdzie gra i ile inny ja jak jest juz kazdy kto kwiat las lew lody lub ma maly mama mi miasto moze na nad nas nawet nic nie niebo noc nowy o od ona one orzel oto plus po pod polska praca pro prosto przez przy rok rosa ryba rynek serce sie slowo slonce sokol stal swiat tak tam ten to tu ty tylko u w we wiatr wiedza woda wolny wszystko z za zaba zabka zloto zielony zycie acik ada akil altin anka arti at ay bahar balik bayrak ben beyaz biz bizim bu bulut cam cep cicek cok dag daha damla dalga deniz dogru dost dunya elma ev ev fiyat gece gel gemi getir gibi goz gul guc gun gunes guzel hava hayat hemen hepsi her hiz hizli ipek isik iyi kale kar kara kardes kirmizi kitap kolay koyun kus mavi migros mor ne nasil para park pembe renk ruzgar sade sari sehir sen ses sicak siyah su sut sok tamam tane tas toprak turkuaz vatan ve yasam yeni yer yesil yildiz yol yuz zaman zor".split(
    " ",
  ),
  // Russian
  ..."авто альфа банк белый больше быстро вера весна ветер вместе вода восток время все газета глаз год город дар день дело дети диксон для дом друг его единый жизнь завтра звезда земля золото игра или империя ключ книга когда команда красный круг лента лес лето линия луна лучший магнит мама мегафон мечта мир много море мост мотив мы на наш небо нет новый ночь огонь озон он она они опора перекресток персона пик плюс победа полюс почта правда простор путь пять пятерочка радуга радость река река росток рука свет свобода связной север сейчас сила система слово снег солнце союз спорт стар стиль страна темп тепло точка три ты у утро формула хорошо цвет центр час человек читай шаг эксперт это юг я яблоко яркий".split(
    " ",
  ),
].map((word) => word);
