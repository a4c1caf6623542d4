/**
 * Beginnings of folded words about buying, selling and using products, by language (ISO 639-1). In languages whose word
 * meanings are not known, such words near a name suggest that it is a company.
 */
const beginnings: Record<string, string> = {
  de: "kund filial angebot preis kost kauf bestell liefer versand markt marke anbiet tarif vertrag konto karte app gunstig rabatt aktion laden geschaft shop umsatz abo netz versicher bank gebuhr produkt unternehm konzern sortiment",
  fr: "client magasin offre prix cout achet acheter commande livrai marque forfait abonn compte carte application cher promo boutique vente vend enseigne reseau assur banque frais produit entreprise remise rayon euro",
  es: "client tienda oferta preci cuesta compr pedid envio entrega marca tarifa contrat cuenta tarjeta aplicacion barat descuent venta vend cadena cobertura segur banco comision product empresa euro sucursal suscri",
  pt: "client loja ofert preco custa compr encomend envio entrega marca tarif contrat conta cartao aplicativo aplicacao barat descont venda vend rede cobertura segur banco taxa produt empresa euro assin plano operador",
  it: "client negozi offert prezz costa compr ordin spedi consegn marc tariff contratt conto carta app econom scont vendit vend catena rete assicur banca commission prodott aziend euro abbon",
  nl: "klant winkel aanbied prijs kost koop bestel bezorg verzend merk tarief contract rekening pas app goedkoop korting verkoop keten netwerk verzeker bank product bedrijf euro filiaal abonn",
  da: "kund butik tilbud pris kost kob bestil lever fragt maerke abonn konto kort app billig rabat salg saelg kaede daekning forsikr bank gebyr produkt firma selskab kron priser udvalg",
  no: "kund butikk tilbud pris kost kjop bestill lever frakt merke abonn konto kort app billig rabatt salg selg kjede dekning forsikr bank gebyr produkt firma selskap kron utvalg",
  sv: "kund butik erbjud pris kost kop bestall lever frakt marke abonn konto kort app billig rabatt salj kedja tackning forsakr bank avgift produkt foretag bolag kron utbud sortiment",
  fi: "asiak myymal kaupa kauppa tarjou hint hinna maksa osta tila toimit merkk liittym tili kortti kortin sovell halv alenn myy ketju vakuut pankki pankin tuot yrity euro verkkokau",
  pl: "klient sklep ofert cen kosztuj kup zamow dostaw marka mark taryf abonament konto kart aplikacj tani rabat promocj sprzeda siec zasieg ubezpiecz bank opłat oplat produkt firm zlot",
  cs: "zakazn prodejn obchod nabid cen stoji koup objedn doruc doprav znack tarif smlouv ucet kart aplikac levn slev akce prodej sit pokryt pojist banka bank poplat zbozi vyrobk firm korun",
  sk: "zakazn predajn obchod ponuk cen stoji kup objedn doruc znack tarif zmluv ucet kart aplikac lacn zlav akci predaj siet poist bank poplat tovar vyrobk firm eur",
  hu: "ugyfel vasarl bolt uzlet ajanlat ar kerul arak rendel szallit marka tarifa szerzod szamla kartya alkalmaz app olcso akcio kedvezm elad halozat lefedett biztosit bank dij termek ceg forint",
  ro: "client magazin ofert pret cost cumpar comand livr marca abonament cont card aplicat ieftin reducer vanz vand retea asigur banc comision produs compan firma lei",
  tr: "musteri magaza teklif fiyat tutar sat siparis teslim kargo marka tarife hesap kart uygulama ucuz indirim kampanya zincir kapsama sigorta banka ucret urun sirket lira sube",
  id: "pelanggan toko penawaran harga biaya beli pesan kirim antar merek paket akun kartu aplikasi murah diskon promo jual jaringan asuransi bank produk perusahaan rupiah cabang",
  vi: "khach gia mua ban hang cuoc don giao thuong tai the ung dung re khuyen mai chuoi bao ngan phi san pham cong ty dong",
  el: "πελατ καταστημ προσφορ τιμ κοστιζ αγορα παραγγελ παραδο αποστολ μαρκα προγραμμα λογαριασμ καρτα εφαρμογ φθην εκπτωσ πωλ αλυσιδ δικτυ ασφαλ τραπεζ προιον εταιρ ευρω",
  ru: "клиент магазин предлож цен стоит стоим куп заказ достав бренд марк тариф подпис счет карт приложен дешев скид акци прода сеть сети покрыт страхов банк комисс товар продук компан рубл",
  uk: "клієнт магазин пропоз ціни цін кошту купи куп замов достав бренд марк тариф підпис рахун карт застосун додат дешев зниж акці прода мереж покрит страх банк коміс товар продук компан гривен гривн поверн маркетплейс",
  hr: "kupac kupc trgovin ponud cijen kosta kup naru dostav brend tarif racun kartic aplikac jeftin popust akcij prodaj mrez osigur bank naknad proizvod tvrtk eur",
};

/** The same for scripts that do not separate words, or attach others before them: found anywhere. */
const pieces: Record<string, string> = {
  he: "לקוח חנות סניף מבצע מחיר עול קנ הזמ משלוח מותג חביל מסלול חשבון כרטיס אפליקצי זול הנח מכיר רשת ביטוח בנק עמל מוצר חברת חברה שקל ש״ח",
  ar: "عميل عملاء متجر فرع عرض سعر أسعار تكلف شراء اشتر طلب توصيل شحن علامة باقة باقات حساب بطاقة تطبيق رخيص أرخص خصم بيع شبك تأمين بنك رسوم منتج شركة ريال درهم جنيه",
  th: "ลูกค้า ร้าน สาขา โปรโมชั่น ราคา ซื้อ สั่ง ส่ง แบรนด์ แพ็กเกจ บัญชี บัตร แอป ถูกกว่า ส่วนลด ขาย เครือข่าย ประกัน ธนาคาร ค่าธรรมเนียม สินค้า บริษัท บาท ยี่ห้อ",
  zh: "客户 商店 门店 优惠 价格 价 买 下单 送 快递 品牌 套餐 账户 卡 平台 便宜 打折 卖 网络 保险 银行 手续费 产品 公司 元 手机 发布 销量 保值 续航 用户 搜",
  ja: "お客 店 キャンペーン 価格 値段 円 買 注文 配送 ブランド プラン 口座 カード アプリ 安い 割引 販売 保険 銀行 手数料 製品 商品 会社 サービス 対応 料金 ポイント",
  ko: "고객 매장 할인 가격 원 구매 주문 배송 브랜드 요금 계좌 카드 앱 저렴 판매 통신 보험 은행 수수료 제품 회사 서비스",
  hi: "ग्राहक दुकान ऑफर कीमत खरीद ऑर्डर डिलीवरी ब्रांड प्लान खाता कार्ड ऐप सस्ता छूट बिक्री बीमा बैंक शुल्क उत्पाद कंपनी रुपये",
};

const shortest = 2;
const sets = new Map(
  Object.entries(beginnings).map(([language, words]) => [language, new Set(words.split(" "))]),
);
const lists = new Map(Object.entries(pieces).map(([language, words]) => [language, words.split(" ")]));

/** How many different words of trade a text has, given with its folded words; 0 for an unknown language. */
export function tradeWordsIn(words: readonly string[], text: string, language: string): number {
  const anywhere = lists.get(language);
  if (anywhere) return anywhere.filter((piece) => text.includes(piece)).length;
  const wordStarts = sets.get(language);
  if (!wordStarts) return 0;
  const matches = new Set<string>();
  for (const word of words) {
    for (let length = Math.min(word.length, 10); length > shortest; length--) {
      const beginning = word.slice(0, length);
      if (!wordStarts.has(beginning)) continue;
      matches.add(beginning);
      break;
    }
  }
  return matches.size;
}
