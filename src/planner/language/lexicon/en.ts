import type { Lexicon } from '../lexicon.js';

/** English: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const EN: Lexicon = {
  reviewed: true,
  caseSensitive: 'N | n | SE | CL | RR | RH | GS | EA | MP | C | F | VAR | s',
  fields: {
    zScore: 'z | z-score | z score | z-value | z value | critical value',
    population:
      'population | populations | population size | size of the population | pop | pop. | pop size | universe | target population | survey population | total population | N | N= | N = | frame size | size of the frame | sampling frame size | number of households | number of stoves | number of households in the project | installed base | stoves distributed | stoves installed | stoves sold | households enrolled | households in the project | units in the project | active base | customer base | out of a population of | drawn from | from a total of | how many there are in all | the whole lot',
    mean: 'mean | means | mean value | average | averages | avg | avg. | averaging | averaged | on average | expected mean | expected average | expected value | arithmetic mean | sample mean | x̄ | xbar | x-bar | x bar | μ | mu | typical value | mean use | mean consumption | average use | average consumption | per household on average',
    sd: 's | sd | SD | s.d. | std | std. | stdev | st dev | std dev | std. dev. | stddev | standard deviation | standard deviations | σ | sigma | standard dev | deviation | spread | scatter | variability | spread of',
    variance: 'variance | var | var. | s² | s2 | σ² | sigma squared | s squared',
    standardError: 'standard error | standard error of the mean | SE | s.e. | SEM | std error | std err',
    median: 'median | middle value | 50th percentile',
    proportion:
      'p̂ | phat | p-hat | p hat | proportion | proportions | expected proportion | p | p= | p = | p-hat | fraction | share | percentage | rate | prevalence | portion | success rate | yes/no | yes or no | binary | the share that | the fraction that | what fraction | what percentage | expected share',
    confidence:
      'confidence | confidence level | level | level of confidence | conf | conf. | conf level | CL | confidence of | certainty | degree of certainty | sure | how sure | confident | at 95 percent confidence | z-level',
    alpha:
      'alpha | α | significance | significance level | level of significance | error probability | type I error | chance of being wrong',
    confidenceInterval:
      'confidence interval | CI | C.I. | interval | confidence limits | confidence bounds | 95% CI | interval estimate',
    precision:
      'precision | prec | prec. | precise | required precision | desired precision | margin of error | error margin | MoE | MOE | margin | margin for error | sampling error | allowable error | acceptable error | permissible error | tolerable error | tolerance | accuracy | accurate to | e | e= | d= | epsilon | ε | ± | plus or minus | plus minus | give or take | within | to within | half-width | half width | error bound | off by no more than | no more than … off',
    precisionRelative:
      'relative | relative precision | relative error | relative margin | of the mean | of the estimate | percent of the mean | as a share of the mean | relatively',
    precisionAbsolute:
      'absolute | absolute precision | absolute margin | absolute error | percentage points | percentage point | points | pp | p.p. | ppt | in absolute terms | in the unit itself',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | ninety ten | ninety-ten | ninety five five | ninety-five five | ninety-five ten | ninety over ten | ninety slash ten | ninety by ten | 90 10 rule | the 90/10 rule',
    dropout:
      "could not be reached | cannot be reached | unreachable | will refuse | would refuse | were away | moved away | no longer there | dropout | drop-out | drop out | drop outs | dropouts | dropout rate | drop-out rate | attrition | attrition rate | non-response | nonresponse | non response | non-response rate | nonresponse rate | non-respondents | no answer | no-shows | no show | no shows | refusals | refusal rate | refuse | refuse to answer | loss | losses | lost | loss rate | loss to follow-up | lost to follow-up | LTFU | unreachable | can't be reached | not found | not at home | nobody home | won't answer | don't answer | do not answer | fail to answer | unusable interviews | fall away | will fall out | lose | we lose | expect to lose | mortality of the sample",
    oversampling:
      'oversample | oversampling | over-sample | buffer | reserve | spare | spares | contingency | safety margin | safety buffer | extra on top | on top | top-up sample | pad | padding | uplift | add … percent extra',
    responseRate:
      'response rate | response rates | completion rate | completes rate | participation rate | answer rate | return rate | cooperation rate | contact rate | retention | retention rate | respond | will respond | answer | will answer | actually answer | reachable | can be reached | take part | yield | RR',
    usageShare:
      'still use | still uses | still using | still used | still in use | still cook on | still cook with | usage rate | usage share | use rate | share in use | share still in use | still in use | still using | in use | in daily use | usage | utilisation rate | utilization rate | adoption rate | continued use | continued-use rate | operational | operational rate | operating rate | functioning | functioning rate | in working order | stoves in operation | usage proportion | active use | stacking | stove stacking',
    cv: 'cv | CV | c.v. | coefficient of variation | coeff. of variation | coef of variation | variation coefficient | relative standard deviation | RSD | sd over mean | sd/mean | sd divided by mean | COV',
    designEffect:
      'design effect | deff | d.eff. | design factor | cluster effect | clustering effect | variance inflation | inflation factor | Kish effect',
    deft: 'deft | root design effect | square root of deff',
    icc: 'icc | ICC | rho | ρ | intraclass correlation | intra-class correlation | intracluster correlation | intra-cluster correlation | rate of homogeneity | roh',
    clusterSize:
      'cluster size | cluster take | take per cluster | households per cluster | households per village | interviews per cluster | per cluster | per village',
    strata:
      'stratum | strata | stratums | stratified | stratify | stratification | layer | layers | subgroup | subgroups | sub-group | segment | segments | zone | zones | broken down by | split by | split into | by region | per region | urban and rural | urban/rural | urban vs rural | separately for',
    weight:
      'weight | weights | weighting | weighted | stratum weight | stratum weights | sampling weight | design weight | share of the total | allocation | allocate | proportional allocation | in proportion to | pro rata | 60/40 | 60:40 | sixty forty | sixty-forty | split | fifty fifty',
    seed: 'seed | seeds | random seed | rng seed | seed number | seed value | start value | starting value | starting number | random start | set.seed | same seed | reproducible with',
    sampleSize:
      'n0 | n₀ | sample size | size of the sample | sample of | sample | n | n= | n = | samplesize | number of interviews | number to survey | number to visit | how many to survey | how many to visit | how many interviews | how many households to visit | surveys needed | respondents needed | required sample | minimum sample | draw of | final sample | net sample | gross sample | completes',
    pilot:
      "pilot | pilots | pilot survey | pilot study | pilot test | pilot of | in the pilot | from the pilot | from a pilot | pretest | pre-test | trial | trial run | test run | dry run | field test | previous survey | last year's survey | earlier study | a small test with",
    total:
      'total | totals | in total | altogether | overall | all in all | all told | in all | combined | sum | grand total | sum total | put together | all up',
    household:
      'household | households | hh | HH | hhs | HHs | h/h | family | families | home | homes | house | houses | dwelling | dwellings | homestead | homesteads | kitchen | kitchens',
    stove:
      'stove | stoves | cookstove | cookstoves | cook stove | cook stoves | cook-stove | cooker | cookers | improved cookstove | improved stove | clean cookstove | ICS | rocket stove | gas stove | gas cooker | induction hob | hob | burner | burners | electric pressure cooker | EPC | device | devices | appliance | appliances | three-stone fire | jiko',
    fuel: 'fuel | fuels | firewood | fuelwood | wood | charcoal | lpg | LPG | gas | cooking gas | kerosene | paraffin | pellets | briquettes | ethanol | biogas | electricity | dung | crop residues | biomass | fuel use | fuel consumption | fuel saving',
    beneficiary:
      'beneficiary | beneficiaries | user | users | end user | end users | end-user | customer | customers | client | clients | recipient | recipients | participant | participants | main cook | cooks | householder | buyer | buyers',
    respondent:
      'respondent | respondents | interviewee | interviewees | people interviewed | those who answered',
    interviewer:
      'interviewer | interviewers | enumerator | enumerators | surveyor | surveyors | data collector | data collectors | fieldworker | fieldworkers | field worker | field workers | field staff | field team | field teams',
    village:
      'village | villages | community | communities | settlement | settlements | hamlet | hamlets | cluster | clusters | ward | wards | parish | parishes | sub-county | enumeration area | EA | EAs | PSU | PSUs | primary sampling unit',
    collection:
      'collection | collections | claim collection | claims collection | set of claims | collection id | collection number',
    claim:
      'claim | claims | submitted claim | evaluated claim | pending claim | pending claims | disputed claim | claim id | claim type',
    entity:
      'entity | entities | did | DID | DIDs | decentralised identifier | decentralized identifier | identity document | did document | on-chain entity | linked resource | entity id | protocol',
    balance:
      "balance | balances | account balance | wallet balance | funds | holdings | tokens held | how much is in | how much do I have | what's left in | money in the wallet | coins",
    account: 'account | wallet | wallet address | account address | address | addr | acct',
    validator:
      'validator | validators | validator node | node operator | block producer | valoper | bonded validators | active set | val',
    block:
      'block | blocks | block height | height | latest block | last block | chain tip | blockchain | chain | on-chain',
    path: 'path | paths | file path | full path | filepath | location of the file | directory path | where it is stored',
    file: 'file | files | document | documents | doc | docs | attachment | attachments | spreadsheet | spreadsheets | sheet | workbook | csv | CSV | pdf | PDF | xlsx | report file | data file | upload | uploads',
    folder:
      'folder | folders | directory | directories | dir | subfolder | subfolders | sub-folder | subdirectory',
    public:
      'public | publicly | open | open to all | open to everyone | openly available | visible to everyone | visible to all | anyone can see | anyone with the link | for the world to see | out in the open | published | online | live | world-readable',
    private:
      'private | privately | confidential | internal | internal only | only me | just me | for my eyes only | restricted | not public | closed | kept to ourselves | secret',
    hidden:
      'hidden | invisible | concealed | dotfile | dot file | dotfiles | out of sight | not shown | not listed | unlisted',
    trash:
      'trash | trash can | trashcan | bin | recycle bin | recycling bin | rubbish | rubbish bin | waste basket | wastebasket | dustbin | deleted items | deleted files | recently deleted | junk',
    version:
      'version | versions | revision | revisions | rev | rev. | v1 | v2 | ver | ver. | version history | history | earlier version | previous version | old version | older copy | last saved | latest version | draft',
    city: 'city | cities | town | towns | place | capital | capital city | municipality | in which town',
    days: 'day | days | next days | next few days | coming days | forecast days | days ahead | week ahead | coming week | next week | weekend',
    forecast:
      "forecast | forecasts | weather forecast | outlook | prediction | predicted | what will the weather be | will it rain | going to rain | what's it going to be like",
    weather:
      "weather | weather now | current weather | conditions | weather conditions | what's the weather like | how's the weather | climate today",
    temperature:
      'temperature | temperatures | temp | temps | degrees | degree | deg | how warm | how hot | how cold | high | low | highs | lows | max temp | min temp | ° | °C | °F | celsius | centigrade | fahrenheit | C | F',
    rain: 'rain | rainfall | raining | rainy | shower | showers | precipitation | downpour | drizzle | wet | chance of rain | mm of rain',
    wind: 'wind | winds | windy | wind speed | gusts | gust | breeze | knots',
    humidity: 'humidity | humid | relative humidity | RH | muggy',
    profile:
      'standard | rule set | profile | CDM | Gold Standard | GS | Verra | VCS | Article 6 | Article 6.4 | Swiss rule | Swiss profile | methodology | TPDDTEC | AMS-II.G | AMS-I.E',
    lowerBound:
      'lower bound | lower limit | lower confidence limit | LCB | lower end | conservative | conservative bound | discount | upper bound | upper limit',
    period:
      'monitoring period | reporting period | crediting period | period | MP | quarter | season | campaign | wave | round | survey round',
    status:
      'status | state | pending | approved | rejected | open claims | in review | under review | paid | disputed',
  },
  verbs: {
    design:
      "design | plan … out | set … up | draw … up | work out a design | make a sampling plan | prepare a sample design | build a design | to design | to set up | to draw up | to prepare | designing | could you design | please design | would you set up | I'd like a sampling design | I need a sample for | can you help me plan a sample | whip up a sample plan | I need a sample | sort me a sample | knock up a design | get me a design",
    calculate:
      "calculate | compute | work … out | determine | estimate | figure … out | size | tell me the sample size | to calculate | to compute | to work out | calculating | could you calculate | please compute | would you work out | what would n be | how many do I need | how many households should we survey | crunch | run the numbers | do the maths | do the math | what's the n | how big a sample",
    select:
      'select | draw | pick | choose | sample | take a sample of | randomly select | randomise | randomize | pull | to select | to draw | to pick | to sample | drawing | selecting | please draw | could you pick | would you select | can you draw | pick … out | pull a sample | grab | roll the dice | draw lots | pull names',
    register:
      'register | record | log | enter | store | anchor | put on record | to register | to record | registering | please register | could you record | would you register | put it on the books | note it down | get it registered | lock it in',
    recalculate:
      'recalculate | recompute | redo | rerun | run again | update the calculation | work it out again | refresh | to recalculate | to recompute | to redo | recalculating | please recalculate | could you redo | would you run that again | do it again | same again | run it back | crunch it again | once more with',
    analyse:
      "analyse | analyze | evaluate | assess | check the results | summarise | summarize | look at the data | to analyse | to analyze | to evaluate | analysing | please analyse | could you evaluate | would you look into | what do the data say | dig into | have a look at the data | break it down | what's the data say | make sense of",
    plan: 'plan | schedule | adjust | plan an adjustment | prepare a plan | map … out | increase from … to | to plan | to schedule | to adjust | planning | please plan | could you schedule | would you draw up a plan | pencil in | map it out | sort out the timing | bump up from',
    submit:
      'submit | hand in | file | turn in | send in | lodge | send for approval | put forward | to submit | to hand in | to file | submitting | please submit | could you hand in | would you submit | send it off | fire it off | push it through | put it in',
    approve:
      'approve | accept | sign … off | authorise | authorize | confirm | give the go-ahead | clear | to approve | to accept | to sign off | approving | please approve | could you sign off | would you approve | green-light | give it the nod | ok it | wave it through | thumbs … up',
    reject:
      'reject | decline | refuse | turn … down | deny | send … back | disapprove | to reject | to decline | to refuse | rejecting | please reject | could you decline | would you turn down | bin it | knock … back | thumbs … down | shoot … down | bounce',
    list: "list | enumerate | give me a list | show all | list all | ls | to list | listing | please list | could you list | would you list | can I have a list | what have we got | what's in there | what've I got | run through",
    show: "show | display | view | present | let me see | give me | to show | to display | to view | showing | please show | could you show me | may I see | I'd like to see | pull … up | bring … up | lemme see | gimme | let's see",
    read: "read | open | read … out | load | view the contents | cat | to read | to open | reading | please read | could you open | would you read me | what's in | have a look in | read it to me | peek into",
    search:
      "search | find | look for | look … up | locate | search for | grep | filter | to search | to find | to look for | searching | please find | could you search for | would you look for | do you know where | dig … up | hunt … down | track … down | got anything on | where's",
    publish:
      'publish | make public | release | share publicly | put online | open … up | post | make available | to publish | to make public | to release | publishing | please publish | could you make public | would you share | put it out there | go live with | push it live | make it live | put it up',
    unpublish:
      'unpublish | make private | take offline | withdraw | retract | take … down | stop sharing | unshare | revoke the link | to unpublish | to make private | to take down | unpublishing | please unpublish | could you take down | would you make private again | pull it | yank it | take it off the web | kill the link',
    move: 'move | relocate | transfer | put into | shift | mv | to move | to relocate | moving | please move | could you move | would you put | shove it into | stick it in | drop it in | chuck it into',
    rename:
      'rename | change the name | give a new name | call it | retitle | to rename | to change the name of | renaming | please rename | could you rename | would you call it | name it something else | make it … instead',
    copy: 'copy | duplicate | make a copy | clone | back … up | cp | to copy | to duplicate | copying | please copy | could you duplicate | would you make a copy | dupe | make another one | run off a copy',
    delete:
      'delete | remove | erase | trash | discard | get rid of | wipe | purge | rm | clear … out | to delete | to remove | to erase | deleting | please delete | could you remove | would you get rid of | bin | chuck | nuke | ditch | scrap | throw … away | toss',
    restore:
      'restore | recover | bring … back | undelete | retrieve | put … back | get … back | to restore | to recover | restoring | please restore | could you recover | would you bring back | get it back | fish it out of the bin | rescue',
    undo: 'undo | revert | roll … back | reverse | take … back | cancel that | to undo | to revert | to roll back | undoing | please undo | could you reverse | would you revert | take that back | scratch that | go … back | oops',
    write:
      'write | save | create | put in a file | note | draft | store as | export | to write | to save | to create | writing | please write | could you save | would you write up | jot … down | scribble | type … up | save that somewhere',
    send: 'send | email | e-mail | forward | transfer | share with | dispatch | pay | to send | to forward | to transfer | sending | please send | could you forward | would you send | shoot … over | ping | fire … over | pass on',
    tell: "tell | explain | describe | say | inform | answer | let me know | to tell | to explain | to know | explaining | please tell me | could you explain | would you let me know | I'd like to know | fill me in | what's up with | how come | give me the lowdown",
    cancel:
      "cancel | stop | abort | halt | drop it | forget it | to cancel | to stop | cancelling | please stop | could you cancel | would you stop | never mind | leave it | don't bother | scrap that | hold on",
  },
  slips: {
    population: 'popluation | popualtion | populaton | poulation | populatoin',
    mean: 'meen | averge | avarage | avrage | averagee',
    sd: 'standart deviation | standard diviation | standrad deviation | stanard deviation | satndard deviation | st. deviation',
    proportion: 'proporton | propotion | porportion | propartion | precentage | percantage',
    confidence: 'confidance | confidense | confedence | condifence',
    precision: 'percision | presision | precison | margin of eror | margine of error',
    dropout: 'dropuot | drop ot | droput | non-reponse | nonrespone | attriton | loose',
    responseRate: 'reponse rate | respone rate | responce rate',
    usageShare: 'useage rate | usege rate',
    cv: 'coeficient of variation | coefficent of variation',
    designEffect: 'design affect | desgin effect',
    strata: 'starta | stratas | stratifed',
    weight: 'wieght | weigth | wheight',
    sampleSize: 'sampel size | smaple size | sample sise | sampe size',
    pilot: 'pliot | piolt',
    household: 'houshold | househould | huosehold | hosuehold',
    stove: 'stov | stoove | cookstve | cokstove',
    beneficiary: 'benificiary | beneficary | benefeciary',
    village: 'vilage | villiage',
    collection: 'colection | collecton',
    balance: 'balence | ballance',
    validator: 'validater | valdiator',
    file: 'flie | fiel',
    folder: 'foler | fodler',
    public: 'pubilc | publc',
    hidden: 'hiden',
    private: 'privat',
    version: 'verison | vershion',
    temperature: 'temprature | temperture | tempature',
    forecast: 'forcast | forecaste',
    weather: 'wether | weahter | whether',
    trash: 'trahs',
    design: 'desing | desgin | deisgn',
    calculate: 'calcualte | caculate | calulate | calclate',
    select: 'slect | selct | seelct',
    register: 'regsiter | registre | regester',
    recalculate: 'recalcuate | re-calculate | recaculate',
    analyse: 'analize | anaylse | anlayse',
    approve: 'aprove | approove | apporve',
    reject: 'rejcet | regect',
    show: 'shwo | sohw',
    search: 'serach | seach | saerch',
    publish: 'publsih | pubish | pulbish',
    unpublish: 'unpublsih | un-publish | depublish',
    move: 'mvoe | mov',
    rename: 'renmae | reanme',
    delete: 'delet | dleete | deleet | detele | deltee',
    restore: 'restor | resotre | retsore',
    submit: 'sumbit | submitt | submti',
    write: 'wirte | wriet',
    send: 'sned | sedn',
  },
  talk: {
    yes: "yes | yeah | yep | yup | sure | ok | okay | right | correct | exactly | go ahead | do it | please do | of course | that's right | confirmed | proceed | fine | sounds good | absolutely",
    no: "no | nope | nah | don't | stop | not now | no thanks | better not | wrong | incorrect | leave it | cancel",
    thanks:
      "thanks | thank you | thank you very much | thanks a lot | thanks so much | many thanks | much appreciated | appreciate it | cheers | ta | thx | ty | tysm | great, thanks | perfect | nice one | lovely | brilliant | that's all | that will do | all good",
    hello:
      "hello | hi | hi there | hey | hiya | good morning | good afternoon | good evening | morning | greetings | dear assistant | how are you | how's it going'day | howdy",
    goodbye: 'bye | goodbye | bye-bye | see you | see you later | take care | good night | talk later | cu',
    followUp:
      'and | and with | and for | and if | and now | what about | how about | same for | the same for | same again | same with | same but | likewise for | also for | and the other one | and the rest | now with | now for | then | then with | next | again | again with | another one | one more | this time with | with … instead | that one too | as above | as before | keep the rest | everything else the same | ceteris paribus | ditto | and in | and tomorrow',
    correction:
      "no, I meant | I meant | I mean | I mean to say | no wait | wait | wait, no | sorry | sorry, I meant | correction | actually | rather | or rather | instead | make it | make that | let's make it | change it to | change that to | scratch that | on second thought | oops | my mistake | that's wrong | that should be | should have been | should read | typo | replace … with",
    hedge:
      "maybe | perhaps | possibly | probably | I think | I guess | I suppose | I believe | sort of | kind of | kinda | more or less | not sure | I'm not sure | if I remember right | as far as I know | afaik | iirc | something like | or so | or thereabouts | might | may | could be | would like | was wondering | I wonder | just wondering | ideally | presumably | let's say | say | for instance | hypothetically | in theory",
    negation:
      "not | no | never | don't | do not | dont | doesn't | does not | didn't | did not | won't | will not | wouldn't | shouldn't | should not | must not | mustn't | can't | cannot | cant | isn't | aren't | wasn't | without | neither | nor | none of | nobody | nowhere | no longer | not yet | not any more | under no circumstances | whatever you do, don't | by no means | hold off | refrain from | avoid | leave alone | leave untouched | hands off | rather not | instead of",
    condition:
      'if | only if | unless | provided | provided that | providing | as long as | so long as | in case | in the event that | assuming | assuming that | suppose | supposing | otherwise | or else | when | once | as soon as | until | whether | should it | were it to | even if | if not | if so | if and only if | depending on | on condition that | given that',
    exception:
      'except | except for | excepting | excluding | but not | all but | other than | apart from | aside from | bar | barring | save for | with the exception of | minus | without the | leave out | leaving out | not including | not the | only | only the | just the | nothing but | none but | everything but | anything but | as long as | unless it | keep | but keep | spare | skip',
    all: 'all | all of | all the | everything | the whole | the whole lot | the lot | entire | whole | complete | each and every | both',
    every: 'every | each | any | everyone | every single | per',
    none: 'none | none of | no | not any | not one | not a single | neither',
    nothing: 'nothing | nothing at all | not a thing | nil | zilch',
    some: 'some | some of | a few | several | a couple | a couple of | certain | various | part of',
    most: 'most | most of | the majority | more than half | nearly all | the bulk of',
    few: 'few | hardly any | a handful | barely any',
    many: 'many | lots of | plenty of | loads of | numerous',
    only: 'only | just | solely | merely | exactly | precisely',
  },
};
