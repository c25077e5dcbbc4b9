import type { Lexicon } from '../lexicon.js';

/** Swahili: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const SW: Lexicon = {
  reviewed: false,
  caseSensitive: 'N | n | SD | SE | CI | CV | EA | HH',
  fields: {
    population:
      'idadi ya watu | idadi ya kaya | idadi ya majiko | idadi yote | idadi lengwa | idadi inayolengwa | kundi lengwa | kundi linalolengwa | jumla ya kaya | jumla ya majiko | ulimwengu wa utafiti | walengwa wote | popolesheni | populesheni | population | N | N= | N = | kaya zote | majiko yote | majiko yaliyosambazwa | majiko yaliyouzwa | majiko yaliyofungwa | kaya za mradi | kaya zilizosajiliwa | kaya zilizomo kwenye mradi | kati ya kaya | idadi ya walengwa | orodha ya kuchagulia',
    mean: 'wastani | wastani wa | kwa wastani | wastani unaotarajiwa | wastani uliotarajiwa | thamani ya wastani | thamani inayotarajiwa | matumizi ya wastani | avareji | avarej | mean | avg | x̄ | μ | kiwango cha wastani | wastani wa matumizi',
    sd: 'mkengeuko wa kawaida | mkengeuko sanifu | mchepuko sanifu | mchepuko wa kawaida | mkengeuko | mchepuko | mtawanyiko | tofauti sanifu | msambao | SD | sd | std | standard deviation | σ | sigma | mkengeuko wa wastani',
    variance:
      'varianti | varianzi | variance | kigezo cha tofauti | mraba wa mkengeuko | ubadilikaji | s² | σ²',
    standardError:
      'kosa sanifu | kosa la kawaida | hitilafu sanifu | SE | standard error | kosa sanifu la wastani',
    median: 'kati | namba ya kati | thamani ya kati | mediani | median | kiwango cha kati',
    proportion:
      'uwiano | uwiano unaotarajiwa | sehemu | sehemu ya | asilimia | kiwango | mgao wa | p | p= | p = | ndiyo/hapana | kiwango cha mafanikio | ni asilimia ngapi | kiasi gani kati ya | proportion',
    confidence:
      'kiwango cha kujiamini | kiwango cha imani | kiwango cha uhakika | kiwango cha uaminifu | uhakika | kujiamini | imani | uaminifu | kwa uhakika wa | kwa uhakika wa asilimia 95 | asilimia ya uhakika | confidence | konfidensi | una uhakika gani',
    alpha: 'alfa | alpha | α | kiwango cha umuhimu | kiwango cha umaana | uwezekano wa kukosea',
    confidenceInterval:
      'kipindi cha kujiamini | vipindi vya kujiamini | muda wa kujiamini | masafa ya uhakika | CI | kikomo cha uhakika',
    precision:
      'usahihi | kiwango cha usahihi | usahihi unaotakiwa | ukingo wa makosa | ukingo wa kosa | ukingo wa hitilafu | pambizo la makosa | pambizo la kosa | kiasi cha makosa | kiwango cha makosa | kiwango cha kosa | kosa la sampuli | kosa la usampulishaji | kosa linaloruhusiwa | kosa linalokubalika | kosa la juu kabisa | uvumilivu | marjini | margin ya makosa | umakini | e | e= | d= | ε | ± | jumlisha au toa | ongeza au punguza | kuongeza au kupunguza | kosa lisizidi | kupungua au kuzidi | uwezekano wa kupungua au kuzidi | kwa kuzidi au kupungua',
    precisionRelative:
      'linganifu | kwa kulinganisha | kosa linganifu | usahihi linganifu | ya wastani | asilimia ya wastani | relative',
    precisionAbsolute:
      'halisi | kosa halisi | usahihi halisi | pointi za asilimia | alama za asilimia | pointi | absolute | pp',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | tisini kumi | tisini kwa kumi | tisini na tano tano | tisini na tano kwa tano | tisini na tano kwa kumi | kanuni ya 90/10',
    dropout:
      'kuacha | watakaoacha | walioacha | kiwango cha kuacha | kujiondoa | waliojiondoa | watakaojiondoa | kujitoa | waliojitoa | kiwango cha kutojibu | kutojibu | wasiojibu | wasiojibu kabisa | hawajibu | hawatajibu | watakaokosa kujibu | kukosa majibu | ukosefu wa majibu | hakuna jibu | wasiopatikana | hawapatikani | kutopatikana | watakaokosekana | upotevu | hasara | kupotea | watakaopotea | kupoteza | tutapoteza | waliokataa | kukataa | watakaokataa | mdondoko | kudondoka | dropout | drop-out | wameondoka | waliohama',
    oversampling:
      'akiba | kaya za akiba | nyongeza | ziada | sampuli ya ziada | kaya za ziada | za kubadilishia | tahadhari ya ziada',
    responseRate:
      'kiwango cha mwitikio | mwitikio | kiwango cha kuitikia | kiwango cha kujibu | kiwango cha majibu | asilimia ya majibu | watakaojibu | wanaojibu | watajibu | wanajibu | waliojibu | ushiriki | kiwango cha ushiriki | watakaoshiriki | wanaopatikana | watakaopatikana | response rate',
    usageShare:
      'kiwango cha matumizi | asilimia ya matumizi | kiwango cha kutumia | zinazotumika | yanayotumika | yanayotumiwa | zinazotumiwa | bado yanatumika | bado inatumika | yanatumika | bado wanatumia | wanaotumia | wanaoendelea kutumia | yanafanya kazi | yanayofanya kazi | matumizi endelevu | matumizi ya kila siku | usage rate | yapo kazini',
    cv: 'mgawo wa mkengeuko | mgawo wa utofauti | kigawo cha utofauti | kigawo cha tofauti | kizidishi cha tofauti | CV | cv | coefficient of variation | mkengeuko linganifu',
    designEffect:
      'athari ya muundo | athari ya usanifu | athari ya muundo wa sampuli | athari ya muundo wa utafiti | athari ya klasta | athari ya makundi | deff | design effect',
    deft: 'deft | kipeo cha pili cha athari ya muundo',
    icc: 'ICC | icc | rho | ρ | uhusiano wa ndani ya klasta | uhusiano wa ndani ya kundi | ulingano wa ndani ya klasta',
    clusterSize:
      'ukubwa wa klasta | kaya kwa kila klasta | kaya kwa kila kijiji | kwa kila kijiji | kwa kila klasta | kila kijiji',
    strata:
      'tabaka | matabaka | kimatabaka | yenye matabaka | lenye matabaka | kwa tabaka | kwa matabaka | kundi | makundi | kikundi | vikundi | mafungu | kitengo | mjini na vijijini | mijini na vijijini | mjini/kijijini | mijini/vijijini | kwa mkoa | kwa kila mkoa | kwa kanda | kugawanywa kwa | imegawanywa kwa | strata',
    weight:
      'uzito | uzito wa tabaka | uzani | uzito wa sampuli | mgawanyo | mgao | kwa mgawanyo wa | kulingana na ukubwa | kwa uwiano wa ukubwa | 60/40 | 60:40 | sitini arobaini | sitini kwa arobaini | nusu kwa nusu | weight | weights',
    seed: 'mbegu | mbegu nasibu | mbegu ya nasibu | namba ya kuanzia | namba ya mwanzo | nambari ya kuanzia | seed | mbegu ileile | mwanzo nasibu',
    sampleSize:
      'ukubwa wa sampuli | saizi ya sampuli | sampuli | sampuli ya | sampo | idadi ya sampuli | kiasi cha sampuli | n | n= | n = | idadi ya mahojiano | idadi ya wahojiwa | kaya ngapi | kaya ngapi za kuhoji | kaya za kutembelea | kaya za kuhoji | tutembelee kaya ngapi | nihoji kaya ngapi | sampuli ndogo kabisa | sampuli inayohitajika | sample size',
    pilot:
      'majaribio | utafiti wa majaribio | utafiti wa awali | utafiti tangulizi | jaribio | awamu ya majaribio | uchunguzi wa awali | pailoti | pilot | kwenye majaribio | katika majaribio | mradi wa majaribio | utafiti uliopita | utafiti wa mwaka jana',
    total:
      'jumla | jumla ya | kwa jumla | jumla kuu | zote pamoja | yote pamoja | wote pamoja | kwa ujumla | ujumla | ukijumlisha | mjumuisho',
    household:
      'kaya | familia | nyumba | boma | maboma | makazi | mji | HH | hh | nyumbani | jiko | mkuu wa kaya | kwenye kaya',
    stove:
      'jiko | majiko | jiko banifu | majiko banifu | jiko sanifu | majiko sanifu | jiko bora | majiko bora | jiko lililoboreshwa | majiko yaliyoboreshwa | jiko la kisasa | jiko safi | meko | jiko la gesi | jiko la mkaa | jiko la kuni | jiko la umeme | mafiga | mafiga matatu | kifaa | vifaa | jiko koa | sufuria ya umeme | presha kuka | jiko la induction',
    fuel: 'nishati | nishati ya kupikia | nishati safi | kuni | mkaa | makaa | gesi | gesi ya kupikia | LPG | mafuta ya taa | umeme | biogesi | bayogesi | ethanoli | samadi | mkaa mbadala | briketi | matumizi ya kuni | matumizi ya mkaa | uokoaji wa kuni',
    beneficiary:
      'mnufaika | wanufaika | mfaidika | wafaidika | mlengwa | walengwa | mtumiaji | watumiaji | mteja | wateja | mpishi | wapishi | mshiriki | washiriki | mnunuzi | wanunuzi | mpokeaji | wapokeaji',
    respondent: 'mhojiwa | wahojiwa | waliohojiwa | mtoa taarifa | watoa taarifa',
    interviewer: 'mdadisi | wadadisi | mhoji | wahoji | mkusanyaji wa data | wakusanyaji wa data',
    village:
      'kijiji | vijiji | kijijini | kitongoji | vitongoji | mtaa | mitaa | kata | jamii | jumuiya | klasta | kishada | vishada | eneo la kuhesabia | EA | tarafa | shehia | eneo | maeneo',
    collection:
      'mkusanyiko | mikusanyiko | mkusanyo | kusanyo | makusanyo | mkusanyiko wa madai | collection | nambari ya mkusanyiko',
    claim:
      'dai | madai | claim | claims | ombi | maombi | dai linalosubiri | madai yanayosubiri | madai yaliyowasilishwa',
    entity:
      'huluki | chombo | taasisi | kitu | DID | did | hati ya DID | kitambulisho | kitambulisho gatuzi | utambulisho | entity',
    balance:
      'salio | masalio | baki | salio la akaunti | salio la pochi | kiasi kilichobaki | nina kiasi gani | kuna kiasi gani | kiasi kilichopo | fedha zilizobaki | sarafu | tokeni',
    account: 'akaunti | pochi | mkoba | anwani | anuani | anwani ya pochi | anwani ya akaunti | wallet',
    validator:
      'mthibitishaji | wathibitishaji | kithibitishaji | vithibitishaji | mhakiki | wahakiki | mwendeshaji wa nodi | nodi | validator | validators',
    block:
      'bloku | bloki | kitalu | vitalu | urefu wa bloku | bloku ya mwisho | blokicheni | blockchain | mnyororo | mnyororo wa bloku | kwenye mnyororo',
    path: 'njia | njia ya faili | mahali pa faili | mahali lilipo | ilipo | lilipo | anwani ya faili | path | njia kamili',
    file: 'faili | mafaili | hati | nyaraka | waraka | dokumenti | kiambatisho | viambatisho | lahajedwali | jedwali | majedwali | ripoti | csv | CSV | pdf | PDF | xlsx | faili la data | faili ya data',
    folder:
      'folda | mafolda | kabrasha | makabrasha | saraka | jalada | majalada | folda ndogo | mkoba | directory',
    public:
      'hadharani | kwa umma | umma | ya umma | la umma | za umma | wazi | iliyo wazi | kila mtu anaona | kila mtu aone | wote wanaona | wote waone | inayoonekana kwa wote | iliyochapishwa | imechapishwa | mtandaoni | kwa wote | yenye kiungo',
    private:
      'binafsi | ya binafsi | faragha | ya faragha | siri | ya siri | ya ndani | mimi tu | kwangu tu | peke yangu | si ya umma | imefungwa | yenye mipaka',
    hidden:
      'iliyofichwa | lililofichwa | yaliyofichwa | zilizofichwa | imefichwa | limefichwa | fiche | isiyoonekana | haionekani | yasiyoonekana',
    trash:
      'tupio | pipa la taka | pipa la takataka | takataka | taka | jalala | debe la taka | vilivyofutwa | faili zilizofutwa | vitu vilivyofutwa | trash',
    version:
      'toleo | matoleo | toleo la awali | toleo la zamani | toleo lililopita | toleo jipya | nakala ya awali | historia | historia ya matoleo | rasimu | v1 | v2 | vasheni',
    city: 'mji | miji | jiji | majiji | mji mkuu | mahali | manispaa | mjini | mji gani',
    days: 'siku | siku zijazo | wiki ijayo | wikendi | mwisho wa juma | mwisho wa wiki',
    forecast:
      'utabiri | utabiri wa hali ya hewa | utabiri wa hewa | itanyesha | mvua itanyesha | hali ya hewa itakuwaje | hali itakuwaje | matarajio ya hewa | utabiri wa mvua',
    weather:
      'hali ya hewa | hewa | hali ya hewa sasa | hali ya hewa ikoje | hali ya hewa ya leo | hali ya anga | weather',
    temperature:
      'joto | halijoto | hali joto | hali ya joto | nyuzi | nyuzi joto | nyuzijoto | digrii | sentigredi | selsiasi | baridi | kuna joto kiasi gani | kuna baridi kiasi gani | joto la juu | joto la chini | kipimo cha joto | ° | °C | °F | fahrenheit | farenhaiti',
    rain: 'mvua | manyunyu | rasharasha | inanyesha | kunyesha | kunanyesha | uwezekano wa mvua | milimita za mvua | mvua kubwa',
    wind: 'upepo | pepo | kasi ya upepo | dhoruba | tufani | upepo mkali',
    humidity: 'unyevu | unyevunyevu | unyevu wa hewa | unyevuhewa | hewa nzito',
    profile:
      'kiwango | viwango | kanuni | CDM | Gold Standard | GS | Verra | VCS | kifungu cha 6 | kanuni ya Uswisi | mbinu | methodolojia',
    lowerBound:
      'kikomo cha chini | mpaka wa chini | kiwango cha chini | ukomo wa chini | kwa tahadhari | kikomo cha juu | mpaka wa juu',
    period:
      'kipindi cha ufuatiliaji | kipindi cha ufuatilizi | kipindi cha ripoti | kipindi | vipindi | robo ya mwaka | msimu | awamu | duru | mzunguko',
    status:
      'hali | hadhi | inasubiri | yanayosubiri | imeidhinishwa | yaliyoidhinishwa | imekataliwa | yaliyokataliwa | inapitiwa | imelipwa | yenye mgogoro',
  },
  verbs: {
    design:
      'buni | sanifu | tengeneza | andaa | unda | panga sampuli | tayarisha | kubuni | kusanifu | kutengeneza | kuandaa | kuunda | kutayarisha | tafadhali tengeneza | naomba uandae | unaweza kunitengenezea | ningependa muundo wa sampuli | nahitaji mpango wa sampuli | tafadhali niandalie | nitengenezee sampuli | nipangie sampuli | hebu tengeneza | nipe sampuli | nataka sampuli',
    calculate:
      'kokotoa | hesabu | piga hesabu | tafuta ukubwa | kadiria | pima | kukokotoa | kuhesabu | kupiga hesabu | kukadiria | tafadhali kokotoa | naomba ukokotoe | unaweza kukokotoa | nahitaji kaya ngapi | sampuli iwe kubwa kiasi gani | nipigie hesabu | nifanyie hesabu | ni ngapi | inatoka ngapi',
    select:
      'chagua | teua | chukua sampuli | piga kura | chagua kwa nasibu | chota | sampulisha | kuchagua | kuteua | kuchukua sampuli | kusampulisha | kupiga kura | tafadhali chagua | naomba uchague | unaweza kuchagua | tafadhali nichagulie | nichagulie | nitolee sampuli | chagua tu ovyo | piga bahati nasibu',
    register:
      'sajili | andikisha | rekodi | ingiza | weka kumbukumbu | kusajili | kuandikisha | kurekodi | kuingiza | tafadhali sajili | naomba usajili | unaweza kusajili | nisajilie | iweke kwenye rekodi | iandike humo',
    recalculate:
      'kokotoa upya | kokotoa tena | hesabu tena | hesabu upya | rudia hesabu | sasisha hesabu | kukokotoa upya | kuhesabu tena | kurudia hesabu | tafadhali kokotoa upya | naomba urudie hesabu | unaweza kukokotoa tena | rudia tena | fanya tena | piga tena hesabu',
    analyse:
      'changanua | chambua | tathmini | fanya uchambuzi | kagua data | fupisha | kuchanganua | kuchambua | kutathmini | kukagua | tafadhali chambua | naomba uchanganue | unaweza kutathmini | data zinasemaje | niangalizie data | zicheki data | tupia jicho',
    plan: 'panga | ratibu | pangilia | rekebisha | weka ratiba | ongeza kutoka … hadi | kupanga | kuratibu | kupangilia | kurekebisha | tafadhali panga | naomba upange | unaweza kuratibu | nipangie | panga basi | ipandishe hadi',
    submit:
      'wasilisha | kabidhi | peleka kwa idhini | tuma kwa idhini | kuwasilisha | kukabidhi | kupeleka | tafadhali wasilisha | naomba uwasilishe | unaweza kuwasilisha | ipeleke tu | niwasilishie | tupia huko',
    approve:
      'idhinisha | kubali | pitisha | thibitisha | ruhusu | ridhia | kuidhinisha | kukubali | kupitisha | kuthibitisha | kuridhia | tafadhali idhinisha | naomba uidhinishe | unaweza kuidhinisha | ipitishe | weka sawa | ipe ruhusa | ok ipite',
    reject:
      'kataa | katalia | tupilia mbali | rudisha kwa marekebisho | kanusha | kukataa | kukatalia | kutupilia mbali | kurudisha | tafadhali kataa | naomba ukatae | unaweza kukataa | igome | itupe | rudisha hiyo',
    list: 'orodhesha | taja | toa orodha | nipe orodha | kuorodhesha | kutaja | kutoa orodha | tafadhali orodhesha | naomba orodha | unaweza kuorodhesha | kuna nini | tuna nini | zipo zipi',
    show: 'onyesha | onesha | nionyeshe | nioneshe | tazamisha | kuonyesha | kuonesha | kuona | kutazama | tafadhali nionyeshe | naomba unioneshe | unaweza kunionyesha | naomba kuona | ningependa kuona | hebu nione | nicheki | lete nione',
    read: 'soma | nisomee | fungua | isome | kusoma | kufungua | tafadhali soma | naomba unisomee | unaweza kufungua | inasemaje | ina nini | chungulia',
    search:
      'tafuta | nitafutie | pekua | saka | kutafuta | kupekua | kusaka | tafadhali tafuta | naomba unitafutie | unaweza kutafuta | unajua ilipo | iko wapi | liko wapi | ziko wapi | kuna chochote kuhusu',
    publish:
      'chapisha | weka hadharani | toa hadharani | fanya ya umma | weka wazi | weka mtandaoni | tangaza | kuchapisha | kuweka hadharani | kuweka wazi | kutangaza | tafadhali chapisha | naomba uchapishe | unaweza kuweka hadharani | irushe mtandaoni | iweke hewani | ipandishe mtandaoni',
    unpublish:
      'ondoa hadharani | batilisha uchapishaji | fanya ya faragha | ondoa mtandaoni | acha kushiriki | funga kiungo | kuondoa hadharani | kufanya ya faragha | kuondoa mtandaoni | kuacha kushiriki | tafadhali ondoa hadharani | naomba uifanye ya faragha | unaweza kuondoa mtandaoni | itoe mtandaoni | ishushe | ifunge',
    move: 'hamisha | sogeza | hamishia | peleka kwenye | weka kwenye | kuhamisha | kusogeza | kuhamishia | tafadhali hamisha | naomba uhamishe | unaweza kuhamishia | itupie kwenye | isogeze huko | iweke humo',
    rename:
      'badilisha jina | badili jina | ipe jina jipya | ita kwa jina | kubadilisha jina | kubadili jina | kuita | tafadhali badilisha jina | naomba ubadilishe jina | unaweza kubadili jina | iite | ipe jina',
    copy: 'nakili | nakilisha | tengeneza nakala | toa nakala | rudufu | kunakili | kutoa nakala | kurudufu | tafadhali nakili | naomba utoe nakala | unaweza kunakili | nitolee kopi | piga kopi | kopi hii',
    delete:
      'futa | ondoa | tupa | ifute | lifute | zifute | yafute | iondoe | kufuta | kuondoa | kutupa | tafadhali futa | naomba ufute | unaweza kufuta | tafadhali iondoe | itupe | itoe | delete hii | piga chini | ifutilie mbali',
    restore:
      'rejesha | rudisha | irejeshe | irudishe | okoa | kurejesha | kurudisha | kuokoa | tafadhali rejesha | naomba urudishe | unaweza kurejesha | nirudishie | itoe kwenye tupio | irudishe tena',
    undo: 'tendua | batilisha | rudi nyuma | tengua | kutendua | kubatilisha | kutengua | kurudi nyuma | tafadhali tendua | naomba ubatilishe | unaweza kutendua | aa rudisha | rudi nyuma hatua moja',
    write:
      'andika | hifadhi | tunga | seva | weka kwenye faili | unda faili | kuandika | kuhifadhi | kutunga | kuseva | tafadhali andika | naomba uhifadhi | unaweza kuandika | niandikie | ihifadhi mahali | piga chapa',
    send: 'tuma | peleka | nitumie | mtumie | watumie | sambaza | kutuma | kupeleka | kusambaza | tafadhali tuma | naomba utume | unaweza kutuma | nirushie | mrushie | nitumie fasta',
    tell: 'niambie | nieleze | eleza | sema | nijulishe | fafanua | taarifu | kueleza | kusema | kuambia | kujulisha | kufafanua | kujua | tafadhali niambie | naomba unieleze | unaweza kunieleza | ningependa kujua | naomba kujua | nipe stori | nieleze basi | vipi kuhusu | imekuwaje',
    cancel:
      'ghairi | acha | simamisha | sitisha | simama | kughairi | kuacha | kusimamisha | kusitisha | tafadhali acha | naomba usitishe | unaweza kusimamisha | basi | achana nayo | sahau | usijali',
  },
  slips: {
    population: 'idadi ya wtu | idad ya kaya | jumla ya kya',
    mean: 'wastni | wasitani | wastan | watsani',
    sd: 'mkengeuko sanifi | mkengeko sanifu | mkengeuko sanfu | mchepko',
    proportion: 'uwinao | asilmia | asilima | asimilia',
    confidence: 'kiwango cha kujiammini | uwakika | uhakka',
    precision: 'usahii | usahiihi | ukingo wa makossa | usaihi',
    dropout: 'kutojibuu | wasojibu | watakao acha | upotef',
    responseRate: 'mwitkio | muitikio | kiwango cha mwitikiyo',
    usageShare: 'kiwango cha matumzi | yanayo tumika',
    strata: 'matabka | tabka',
    weight: 'uzto | uzitto',
    seed: 'mbegku | mbengu',
    sampleSize: 'ukubwa wa sampli | sampli | sampul | ukumbwa wa sampuli',
    pilot: 'majaribo | pilotii',
    household: 'kayaa | familiya | kya',
    stove: 'jiiko | majko | jko | jiko banfu',
    beneficiary: 'wanufaka | mnufaka | watumiji',
    village: 'kijji | kjiji',
    validator: 'mthibitshaji | muthibitishaji',
    file: 'fail | faile | faiili',
    folder: 'fodla | foda',
    public: 'hadhrani | hazarani',
    hidden: 'ilofichwa | iliofichwa',
    trash: 'tupo | takatka',
    version: 'tolewo | toleyo',
    temperature: 'halijto | jot',
    forecast: 'utabri | utabir',
    weather: 'hali ya ewa | hali ya hwea',
    balance: 'saliyo | sallio',
    city: 'jijii',
    design: 'tengenza | sanfu | andaaa',
    calculate: 'kokotao | koktoa | hesbu | hessabu',
    select: 'chagwa | chaguwa | chaguaa',
    register: 'sajli | sajiri',
    recalculate: 'kokotoa upia | hesabu tena upya',
    analyse: 'chambuwa | changanuwa | chabua',
    approve: 'idhnisha | idinisha | hidhinisha',
    reject: 'kataha',
    show: 'onyeshaa | oneysha | nionyshe | nionyese',
    search: 'tafta | tafutaa',
    publish: 'chapsha | chapicha',
    move: 'amisha | hamsha | hamisa',
    rename: 'badilsha jina | badiri jina',
    delete: 'fut | fuuta | ifutee | vuta',
    restore: 'rejsha | rudsha | rejesa',
    submit: 'wasilsha | wasirisha',
    write: 'andka | hifadi | hifathi',
    send: 'tumaa | tmua',
  },
  talk: {
    yes: 'ndiyo | ndio | naam | sawa | sawasawa | haya | haya basi | endelea | fanya | ni kweli | sahihi | barabara | kabisa | eeh | ehe | poa | ok | okay | bila shaka | hakika | nakubali',
    no: 'hapana | la | siyo | sio | usifanye | acha | simama | si sasa | sitaki | hapana asante | aa | si sahihi',
    thanks:
      'asante | ahsante | asanteni | ahsanteni | asante sana | ahsante sana | shukrani | shukran | nashukuru | tunashukuru | nimeshukuru | asante kwa msaada | vizuri sana | safi | safi sana | poa | nzuri | hiyo inatosha | ni hayo tu | barikiwa | thx',
    hello:
      'habari | habari yako | habari za asubuhi | habari za mchana | habari za jioni | habari za leo | hujambo | hamjambo | jambo | sijambo | mambo | mambo vipi | niaje | sasa | shikamoo | marahaba | salamu | salaam aleikum | umeamkaje | ndugu | mpendwa | karibu | hodi | za saa hizi',
    goodbye:
      'kwaheri | kwa heri | kwaherini | tutaonana | tuonane kesho | baadaye | usiku mwema | lala salama | siku njema | safari njema | bai',
    followUp:
      'na | na kwa | na je | je | vipi kuhusu | na vipi | vivyo hivyo kwa | hivyo hivyo kwa | hivyohivyo | vilevile kwa | sawa na hiyo kwa | pia kwa | na nyingine | na zilizobaki | sasa kwa | kisha | halafu | tena | tena kwa | mara hii kwa | safari hii kwa | nyingine moja | kama hapo juu | kama awali | mengine yabaki | zingine zibaki vilevile | na kesho | na ukiwa na | na ikiwa',
    correction:
      'hapana, nilimaanisha | nilimaanisha | namaanisha | ninamaanisha | bali | badala yake | au tuseme | yaani | subiri | ngoja | samahani | pole | nisamehe | sahihisho | masahihisho | rekebisha | kwa kweli | afadhali | badilisha iwe | iwe | ziwe | fanya iwe | weka | nimekosea | nilikosea | kosa langu | kosa la uchapaji | si sahihi | ilipaswa kuwa | nimebadili mawazo | ala | aa hapana',
    hedge:
      'labda | pengine | huenda | yamkini | nadhani | nafikiri | naamini | nahisi | sina uhakika | sijui | kama sikosei | nikikumbuka vizuri | ninavyojua | hivi hivi | kama hivi | kwa mfano | mathalan | k.m. | tuseme | kinadharia | nilikuwa najiuliza | najiuliza | inaweza kuwa | ingekuwa | kidogo | hivi | kimsingi',
    negation:
      'si | sio | siyo | hapana | la | usifute | usichapishe | usitume | usihamishe | usiguse | kamwe | kabisa | bila | pasipo | wala | wala … wala | hakuna | hamna | hapana haja | sitaki | hatutaki | bado | acha kufuta | badala ya | marufuku | hairuhusiwi | hata kidogo | sijasema',
    condition:
      'kama | ikiwa | iwapo | endapo | mradi | alimradi | ilimradi | isipokuwa | la sivyo | vinginevyo | la sivyo basi | pindi | mara tu | baada ya | kabla ya | hadi | mpaka | hata kama | hata ikiwa | tu ikiwa | ikiwa tu | kama sivyo | kama ndiyo | kulingana na | kutegemea | wakati | tuseme | bora | kwa sharti',
    exception:
      'isipokuwa | ila | ila tu | kasoro | bila | bila ya | minghairi ya | mbali na | ukiacha | ukiondoa | zote isipokuwa | zote ila | yote isipokuwa | wote isipokuwa | lakini si | lakini sio | tu | pekee | peke yake | peke yao | hizo tu | hiyo tu | mradi | acha | lakini acha | bakiza | usiguse | toa | pasipo | hakuna ila',
    all: 'zote | yote | wote | vyote | lote | kote | pote | sote | nyote | nzima | mzima | kamili | kila kitu | zote mbili',
    every: 'kila | kila moja | kila mmoja | yoyote | yeyote | lolote | kwa kila',
    none: 'hakuna | hamna | hata moja | hata mmoja | hakuna hata moja | si moja',
    nothing: 'hakuna kitu | hakuna chochote | chochote | sifuri',
    some: 'baadhi | baadhi ya | kadhaa | chache kati ya | sehemu ya | kiasi | fulani | wengine | zingine',
    most: 'nyingi kati ya | wengi wao | zaidi ya nusu | karibu zote | sehemu kubwa | aghalabu',
    few: 'chache | wachache | machache | kidogo',
    many: 'nyingi | wengi | mengi | vingi | tele | kibao',
    only: 'tu | pekee | peke yake | hasa | kamili | haswa',
  },
};
