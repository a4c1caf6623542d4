/**
 * What kind of site well-known hosts are. An entry includes the subdomains, and the most specific entry decides;
 * "name.*" stands for the name under any public suffix. Listed by what the site is, whatever brands are measured.
 */

const hosts = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Anyone can write here: social networks, forums, Q&A sites, videos, blogs, customer reviews. */
export const ugcHosts = hosts(`
  reddit.com redd.it quora.com youtube.com youtu.be vimeo.com dailymotion.com twitch.tv rumble.com
  facebook.com fb.com instagram.com threads.net threads.com tiktok.com x.com twitter.com linkedin.com snapchat.com
  pinterest.* tumblr.com bsky.app mastodon.social mastodon.online lemmy.world telegram.org t.me whatsapp.com
  discord.com discord.gg medium.com substack.com wordpress.com blogspot.com blogger.com ghost.io hashnode.dev dev.to
  livejournal.com wattpad.com soundcloud.com flickr.com imgur.com 9gag.com deviantart.com behance.net dribbble.com
  stackoverflow.com stackexchange.com superuser.com serverfault.com askubuntu.com mathoverflow.net
  news.ycombinator.com producthunt.com indiehackers.com lobste.rs slashdot.org github.com gist.github.com gitlab.com
  bitbucket.org codepen.io sourceforge.net huggingface.co kaggle.com scribd.com slideshare.net issuu.com
  answers.microsoft.com techcommunity.microsoft.com discussions.apple.com community.spiceworks.com
  answers.com answers.yahoo.com blurtit.com fluther.com
  trustpilot.* yelp.* tripadvisor.* glassdoor.* sitejabber.com bbb.org consumeraffairs.com g2.com capterra.*
  getapp.* softwareadvice.* trustradius.com peerspot.com reviews.io trustedshops.*
  influenster.com makeupalley.com angi.com angieslist.com goodreads.com librarything.com letterboxd.com
  rateyourmusic.com metacritic.com rottentomatoes.com myanimelist.net boardgamegeek.com discogs.com
  houzz.com instructables.com ifixit.com thingiverse.com printables.com
  avsforum.com head-fi.org audiosciencereview.com gearspace.com bogleheads.org
  resetera.com neogaf.com gamefaqs.gamespot.com steamcommunity.com nexusmods.com xda-developers.com
  overclock.net notebookreview.com mobile01.com slickdeals.net redflagdeals.com hotukdeals.com
  dealabs.com mydealz.de pepper.* chollometro.com ozbargain.com.au whirlpool.net.au
  mumsnet.com netmums.com babycenter.com whattoexpect.com city-data.com flyertalk.com garagejournal.com
  bikeforums.net thumpertalk.com rc-groups.com letsrun.com slowtwitch.com mtbr.com trailspace.com
  gutefrage.net wer-weiss-was.de motor-talk.de hifi-forum.de chefkoch.de
  commentcamarche.net doctissimo.fr forocoches.com taringa.net reclameaqui.com.br
  adrenaline.com.br alfemminile.com finanzaonline.com flashback.org familjeliv.se suomi24.fi
  vauva.fi wykop.pl elektroda.pl eksisozluk.com sikayetvar.com donanimhaber.com
  kizlarsoruyor.com vk.com ok.ru pikabu.ru habr.com otvet.mail.ru otzovik.com irecommend.ru drive2.ru 4pda.to
  dzen.ru zhihu.com weibo.com douban.com xiaohongshu.com bilibili.com douyin.com kuaishou.com
  tieba.baidu.com zhidao.baidu.com jingyan.baidu.com csdn.net juejin.cn cnblogs.com jianshu.com smzdm.com v2ex.com
  ptt.cc dcard.tw pixnet.net qiita.com zenn.dev note.com ameblo.jp hatena.ne.jp hatenablog.com
  chiebukuro.yahoo.co.jp detail.chiebukuro.yahoo.co.jp okwave.jp 5ch.net kakaku.com cosme.net tabelog.com
  niconico.jp nicovideo.jp blog.naver.com cafe.naver.com kin.naver.com tistory.com brunch.co.kr dcinside.com
  clien.net ppomppu.co.kr fmkorea.com haraj.com.sa sotwe.com
`);

/** Reference: encyclopedias, dictionaries, documentation, research, statistics, health and public bodies. */
export const referenceHosts = hosts(`
  wikipedia.org wikimedia.org wikidata.org wiktionary.org wikibooks.org wikivoyage.org wikisource.org wikihow.com
  wikiwand.com fandom.com britannica.com encyclopedia.com merriam-webster.com dictionary.com thesaurus.com
  collinsdictionary.com dictionary.cambridge.org oxfordlearnersdictionaries.com oed.com urbandictionary.com
  investopedia.com howstuffworks.com thoughtco.com larousse.fr duden.de treccani.it rae.es
  baike.baidu.com baike.com namu.wiki kotobank.jp mawdoo3.com
  archive.org openlibrary.org worldcat.org gutenberg.org imdb.com musicbrainz.org allmusic.com mobygames.com
  crunchbase.com pitchbook.com dnb.com opencorporates.com owler.com zoominfo.com statista.com ourworldindata.org
  similarweb.com builtwith.com stackshare.io alternativeto.net openstreetmap.org geonames.org
  arxiv.org biorxiv.org medrxiv.org ssrn.com doi.org jstor.org nature.com science.org sciencedirect.com springer.com
  link.springer.com wiley.com onlinelibrary.wiley.com tandfonline.com sagepub.com cell.com thelancet.com nejm.org
  bmj.com jamanetwork.com plos.org journals.plos.org frontiersin.org mdpi.com elsevier.com academia.edu
  researchgate.net semanticscholar.org scholar.google.* ieee.org ieeexplore.ieee.org acm.org dl.acm.org cochrane.org
  mayoclinic.org clevelandclinic.org my.clevelandclinic.org hopkinsmedicine.org medlineplus.gov healthline.com
  webmd.com drugs.com medscape.com nhs.uk merckmanuals.com msdmanuals.com kidshealth.org aad.org heart.org
  cancer.org diabetes.org sleepfoundation.org ada.org akc.org aspca.org
  who.int un.org unesco.org oecd.org worldbank.org imf.org iea.org europa.eu iso.org iec.ch w3.org ietf.org
  rfc-editor.org whatwg.org unicode.org ecma-international.org nist.gov opensource.org python.org
  docs.python.org developer.mozilla.org mdn.dev w3schools.com devdocs.io readthedocs.io readthedocs.org docs.rs
  pkg.go.dev npmjs.com pypi.org crates.io rubygems.org packagist.org nuget.org mvnrepository.com hub.docker.com
  learn.microsoft.com support.microsoft.com support.google.com support.apple.com developer.apple.com
  developers.google.com docs.aws.amazon.com docs.github.com kubernetes.io postgresql.org
  pewresearch.org rand.org brookings.edu energystar.gov epa.gov fda.gov cdc.gov nih.gov fueleconomy.gov
  iihs.org euroncap.com jdpower.com ncoa.org aarp.org
`);

/** Things are sold here: shops, marketplaces, price comparison, app stores, booking. */
export const retailHosts = hosts(`
  amazon.* ebay.* aliexpress.* alibaba.com temu.com shein.* wish.com etsy.com walmart.* target.com bestbuy.*
  costco.* samsclub.com bjs.com kohls.com macys.com nordstrom.com nordstromrack.com bloomingdales.com saks.com
  saksfifthavenue.com neimanmarcus.com dillards.com jcpenney.com belk.com sears.com kmart.* qvc.com hsn.com
  homedepot.* lowes.* acehardware.com menards.com harborfreight.com northerntool.com tractorsupply.com
  wayfair.* overstock.com ikea.com westelm.com potterybarn.com crateandbarrel.com cb2.com williams-sonoma.com
  surlatable.com bedbathandbeyond.com containerstore.com rh.com ashleyfurniture.com roomstogo.com mattressfirm.com
  newegg.* bhphotovideo.com adorama.com microcenter.com crutchfield.com monoprice.com tigerdirect.com
  sweetwater.com guitarcenter.com musiciansfriend.com reverb.com thomann.* andertons.co.uk zzounds.com
  americanmusical.com samash.com gear4music.com musicstore.de turntablelab.com
  rei.com dickssportinggoods.com academy.com basspro.com cabelas.com backcountry.com moosejaw.com evo.com
  competitivecyclist.com jensonusa.com wiggle.* chainreactioncycles.com runningwarehouse.com swimoutlet.com
  golfgalaxy.com tennis-warehouse.com footlocker.* finishline.com zappos.com dsw.com famousfootwear.com
  sephora.* ulta.com sallybeauty.com dermstore.com lookfantastic.* cultbeauty.* boots.com superdrug.com
  walgreens.com cvs.com riteaid.com iherb.com vitacost.com gnc.com vitaminshoppe.com chewy.com petco.com petsmart.com
  zooplus.* gamestop.* barnesandnoble.com bookshop.org thriftbooks.com abebooks.* waterstones.com
  asos.com zalando.* farfetch.com net-a-porter.com mrporter.com ssense.com revolve.com shopbop.com endclothing.com
  argos.co.uk currys.co.uk johnlewis.com very.co.uk ao.com screwfix.com tesco.com sainsburys.co.uk asda.com
  jbhifi.com.au harveynorman.* thegoodguys.com.au bunnings.com.au officeworks.com.au myer.com.au kogan.com
  canadiantire.ca thebrick.com staples.* officedepot.com quill.com uline.com grainger.com
  otto.de mediamarkt.* saturn.de alternate.de cyberport.de notebooksbilliger.de conrad.* idealo.* geizhals.*
  billiger.de check24.de galaxus.* digitec.ch brack.ch bol.com coolblue.* kieskeurig.nl
  fnac.* darty.com cdiscount.com boulanger.com ldlc.com rueducommerce.fr leroymerlin.* decathlon.* carrefour.*
  elcorteingles.es pccomponentes.com mediaworld.it unieuro.it eprice.it trovaprezzi.it mercadolivre.com.br
  mercadolibre.* magazineluiza.com.br americanas.com.br casasbahia.com.br kabum.com.br worten.*
  elgiganten.* elkjop.no netonnet.se webhallen.com prisjakt.nu pricerunner.* verkkokauppa.com gigantti.fi power.fi
  allegro.pl ceneo.pl morele.net x-kom.pl euro.com.pl trendyol.com hepsiburada.com n11.com vatanbilgisayar.com
  ozon.ru wildberries.ru dns-shop.ru mvideo.ru citilink.ru market.yandex.ru rakuten.* shopping.yahoo.co.jp
  biccamera.com yodobashi.com mercari.com taobao.com tmall.com jd.com pinduoduo.com suning.com vip.com
  coupang.com gmarket.co.kr 11st.co.kr shopping.naver.com shopee.* lazada.* tokopedia.com flipkart.com snapdeal.com
  myntra.com noon.com jarir.com souq.com jumia.* takealot.com
  apps.apple.com itunes.apple.com play.google.com chromewebstore.google.com chrome.google.com addons.mozilla.org
  apps.microsoft.com marketplace.visualstudio.com store.steampowered.com gog.com humblebundle.com
  apps.shopify.com appexchange.salesforce.com f-droid.org
  klarna.com shopping.google.com pricegrabber.com shopzilla.com camelcamelcamel.com shopsavvy.com
  booking.com expedia.* hotels.com agoda.com kayak.* skyscanner.* trivago.* priceline.com orbitz.com travelocity.com
  airbnb.* vrbo.com opentable.com ticketmaster.* stubhub.com carvana.com carmax.com cargurus.* autotrader.*
  cars.com truecar.com zillow.com redfin.com realtor.com apartments.com instacart.com doordash.com ubereats.com
  backmarket.* swappa.com gazelle.com poshmark.com depop.com vinted.* stockx.com goat.com
`);

/** An editor is responsible: news, magazines, professional tests and comparisons. */
export const editorialHosts = hosts(`
  yahoo.com msn.com aol.com nytimes.com washingtonpost.com wsj.com usatoday.com latimes.com chicagotribune.com bostonglobe.com nypost.com
  nydailynews.com sfgate.com sfchronicle.com seattletimes.com theatlantic.com newyorker.com nymag.com vox.com vice.com
  time.com newsweek.com politico.* axios.com theweek.com slate.com salon.com huffpost.com buzzfeed.com
  buzzfeednews.com thedailybeast.com businessinsider.* insider.com forbes.com fortune.com bloomberg.com reuters.com
  apnews.com cnbc.com cnn.com foxnews.com foxbusiness.com nbcnews.com today.com abcnews.go.com cbsnews.com npr.org
  pbs.org marketwatch.com barrons.com fastcompany.com inc.com entrepreneur.com hbr.org economist.com ft.com qz.com
  semafor.com propublica.org usnews.com people.com eonline.com tmz.com variety.com hollywoodreporter.com deadline.com
  billboard.com rollingstone.com pitchfork.com stereogum.com nme.com
  bbc.com bbc.co.uk theguardian.com telegraph.co.uk independent.co.uk thetimes.co.uk thetimes.com thesun.co.uk
  the-sun.com dailymail.co.uk mirror.co.uk express.co.uk standard.co.uk metro.co.uk sky.com news.sky.com which.co.uk
  irishtimes.com independent.ie rte.ie abc.net.au smh.com.au theage.com.au news.com.au choice.com.au cbc.ca
  theglobeandmail.com thestar.com nationalpost.com ctvnews.ca nzherald.co.nz stuff.co.nz
  timesofindia.indiatimes.com indiatimes.com hindustantimes.com thehindu.com indianexpress.com ndtv.com
  gadgets360.com livemint.com economictimes.indiatimes.com straitstimes.com channelnewsasia.com scmp.com
  japantimes.co.jp koreaherald.com aljazeera.com arabnews.com gulfnews.com thenationalnews.com
  theverge.com wired.com wired.co.uk techcrunch.com arstechnica.com engadget.com gizmodo.com mashable.com cnet.com
  zdnet.com pcmag.com pcworld.com macworld.com computerworld.com infoworld.com cio.com csoonline.com techrepublic.com
  techradar.com tomsguide.com tomshardware.com laptopmag.com digitaltrends.com androidauthority.com androidcentral.com
  androidpolice.com 9to5mac.com 9to5google.com appleinsider.com macrumors.com imore.com phonearena.com gsmarena.com
  notebookcheck.net anandtech.com extremetech.com howtogeek.com makeuseof.com lifewire.com lifehacker.com
  slashgear.com theregister.com venturebeat.com thenextweb.com siliconangle.com bleepingcomputer.com krebsonsecurity.com
  darkreading.com thehackernews.com securityweek.com technologyreview.com spectrum.ieee.org newscientist.com
  scientificamerican.com popsci.com popularmechanics.com livescience.com space.com nationalgeographic.com
  smithsonianmag.com trustedreviews.com expertreviews.co.uk techadvisor.com t3.com stuff.tv whathifi.com
  soundguys.com rtings.com headphonecheck.com stereophile.com soundonsound.com avforums.com thewirecutter.com
  wirecutter.com consumerreports.org reviewed.com bestreviews.com gearpatrol.com gearjunkie.com
  outdoorgearlab.com techgearlab.com babygearlab.com switchbacktravel.com bettertrail.com packhacker.com
  cleverhiker.com treelinereview.com backpacker.com outsideonline.com fieldandstream.com outdoorlife.com bikeradar.com
  cyclingweekly.com cyclingnews.com velo.outsideonline.com pinkbike.com runnersworld.com runrepeat.com irunfar.com
  believeintherun.com solereview.com doctorsofrunning.com womensrunning.com triathlete.com golfdigest.com golf.com
  mygolfspy.com golfmonthly.com si.com espn.com theathletic.com bleacherreport.com
  dcrainmaker.com the5krunner.com wareable.com vacuumwars.com coffeegeek.com homegrounds.co seriouseats.com
  allrecipes.com bonappetit.com epicurious.com foodandwine.com foodnetwork.com eater.com delish.com tasteofhome.com thekitchn.com
  simplyrecipes.com thespruce.com thespruceeats.com cooksillustrated.com americastestkitchen.com
  goodhousekeeping.com bhg.com realsimple.com southernliving.com marthastewart.com countryliving.com
  housebeautiful.com elledecor.com architecturaldigest.com apartmenttherapy.com dwell.com idealhome.co.uk
  homesandgardens.com livingetc.com bobvila.com familyhandyman.com thisoldhouse.com gardeningknowhow.com
  vogue.com vogue.co.uk elle.com harpersbazaar.com cosmopolitan.com glamour.com allure.com instyle.com
  marieclaire.com byrdie.com whowhatwear.com refinery29.com thecut.com self.com shape.com
  womenshealthmag.com menshealth.com prevention.com health.com verywellhealth.com verywellfit.com verywellmind.com
  everydayhealth.com livestrong.com medicalnewstoday.com garagegymreviews.com barbend.com
  gq.com gq-magazine.co.uk esquire.com menshealth.co.uk thestrategist.com parents.com thebump.com babylist.com
  mommyhood101.com womansworld.com womansday.com oprahdaily.com purewow.com
  travelandleisure.com cntraveler.com lonelyplanet.com afar.com fodors.com frommers.com timeout.com thepointsguy.com
  nerdwallet.com bankrate.com creditkarma.com wallethub.com lendingtree.com valuepenguin.com moneycrashers.com
  money.com kiplinger.com fool.com thebalancemoney.com marketplace.org creditcards.com credible.com policygenius.com
  caranddriver.com motortrend.com edmunds.com kbb.com roadandtrack.com autoblog.com jalopnik.com topgear.com
  autocar.co.uk autoexpress.co.uk whatcar.com carwow.co.uk carscoops.com electrek.co insideevs.com greencarreports.com
  cycleworld.com motorcyclenews.com evmagazine.com consumerlab.com labdoor.com
  ign.com gamespot.com polygon.com kotaku.com pcgamer.com eurogamer.net gamesradar.com rockpapershotgun.com
  destructoid.com vg247.com dicebreaker.com nintendolife.com windowscentral.com guitarworld.com guitarplayer.com
  musicradar.com loudersound.com premierguitar.com dpreview.com petapixel.com digitalcameraworld.com
  sleepopolis.com mattressclarity.com naplab.com tuck.com sleepadvisor.org mattressnerd.com thesleepjudge.com
  security.org safewise.com highspeedinternet.com broadbandnow.com cabletv.com allconnect.com
  seniorliving.org theseniorlist.com caring.com forbeshealth.com toptenreviews.com toptenreviewed.com
  businessnewsdaily.com business.com techtarget.com searchengineland.com searchenginejournal.com
  adweek.com adage.com marketingweek.com digiday.com martech.org
  spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de focus.de stern.de handelsblatt.com wiwo.de t-online.de
  tagesschau.de n-tv.de heise.de golem.de chip.de computerbase.de computerbild.de netzwelt.de test.de stiftung-warentest.de
  derstandard.at diepresse.com nzz.ch tagesanzeiger.ch srf.ch lemonde.fr lefigaro.fr liberation.fr leparisien.fr
  lesechos.fr 20minutes.fr francetvinfo.fr quechoisir.org 60millions-mag.com lesnumeriques.com 01net.com frandroid.com
  numerama.com clubic.com elpais.com elmundo.es abc.es lavanguardia.com elconfidencial.com xataka.com ocu.org
  clarin.com lanacion.com.ar eluniversal.com.mx infobae.com globo.com uol.com.br folha.uol.com.br estadao.com.br
  tecmundo.com.br canaltech.com.br publico.pt observador.pt dn.pt deco.proteste.pt corriere.it repubblica.it
  ilsole24ore.com lastampa.it gazzetta.it altroconsumo.it tomshw.it hwupgrade.it ansa.it
  nu.nl nrc.nl volkskrant.nl telegraaf.nl ad.nl tweakers.net consumentenbond.nl hln.be standaard.be lesoir.be
  dn.se svd.se aftonbladet.se expressen.se sweclockers.com m3.se testfakta.se rad-ron.se hs.fi is.fi il.fi yle.fi
  iltalehti.fi tekniikanmaailma.fi muropaketti.com vg.no aftenposten.no dagbladet.no nrk.no politiken.dk dr.dk
  berlingske.dk onet.pl wp.pl gazeta.pl wyborcza.pl rp.pl spidersweb.pl benchmark.pl hurriyet.com.tr milliyet.com.tr
  sabah.com.tr ntv.com.tr webtekno.com shiftdelete.net chip.com.tr rbc.ru kommersant.ru lenta.ru ria.ru tass.ru
  vedomosti.ru ixbt.com 3dnews.ru rg.ru vc.ru nikkei.com asahi.com yomiuri.co.jp mainichi.jp nhk.or.jp itmedia.co.jp
  impress.co.jp gigazine.net ascii.jp mynavi.jp 360kan.com sina.com.cn sohu.com 163.com qq.com ifeng.com people.com.cn
  xinhuanet.com thepaper.cn 36kr.com ithome.com zol.com.cn pconline.com.cn huxiu.com udn.com ettoday.net chosun.com
  joongang.co.kr donga.com hani.co.kr yna.co.kr zdnet.co.kr alarabiya.net skynewsarabia.com youm7.com alriyadh.com
  okaz.com.sa aitnews.com
`);
