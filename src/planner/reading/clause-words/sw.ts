import type { ClauseWords } from './clause-words.js';

/** Not reviewed by a native speaker. */
export const SW: ClauseWords = {
  joins: 'na kisha|na pia|na|au|ama|kisha|halafu|pia|vilevile',
  turns: 'lakini|bali|badala yake|ila',
  starters:
    'mimi|sisi|wewe|ninyi|yeye|wao|tuna|nina|kuna|ana|wana|nini|nani|wapi|lini|gani|vipi|je|ngapi|kwa nini|usi\\w+|msi\\w+|tusi\\w+|si|sio|hapana|naweza|tunaweza|unaweza|ninaweza|naomba|nataka|ninataka|tunataka|nahitaji|tunahitaji|tafadhali|kama|nili\\w+|tuli\\w+|ume\\w+|nime\\w+|tume\\w+',
  fillers: 'tafadhali|sawa|habari|jambo|hujambo|asante|basi|sasa|kisha|halafu|ndiyo|kwanza|tu|naomba|,|:|!',
  negation:
    'usi\\w{2,}|msi\\w{2,}|tusi\\w{2,}|nisi\\w{2,}|asi(?!limia)\\w{3,}|wasi\\w{3,}|isi(?!pokuwa)\\w{3,}|zisi\\w{3,}|si|sio|siyo|sita\\w+|hatuta\\w+|sitaki|hatutaki|sija\\w+|hatuja\\w+|kuto\\w{3,}|hakuna|bila|wala|kamwe|acha (?!ni)|acheni|badala ya|hapana|usiwahi',
  harmless:
    'sijui|hatujui|sina uhakika|hatuna uhakika|bila (?:upotevu|hasara|kurudisha)|hakuna (?:upotevu|shida|tatizo|wasiwasi|hasara|anayejua)|si zaidi ya|si chini ya|isizidi|zisizidi|hawa\\w{2,}|hawaku\\w+|wasio\\w+|ambao hawa\\w+|wasipo\\w+|hazi\\w+|haya\\w+|sikumbuki|si tu|si hivyo|kutojibu',
  condition:
    'kama|ikiwa|iwapo|endapo|mradi|isipokuwa kama|ila kama|la sivyo|vinginevyo|pindi|mara (?:tu )?(?:baada|uta|ata|wata|tuta|nita)\\w*|(?:hadi|mpaka) (?:uta|ata|tuta|wata|nita|zita|ita)\\w+|baada ya (?:ku\\w+|yeye|wao)|kabla|utakapo\\w+|atakapo\\w+|wakati|nikisha\\w*|uki\\w{3,}|aki\\w{3,}|waki\\w{3,}|tuki\\w{3,}|iki\\w{3,}|ziki\\w{3,}|niki\\w{3,}',
  courtesy:
    'kama inawezekana|ikiwezekana|kama unaweza|ukiweza|ukipenda|kama hivi|kama #|kadhalika|haraka iwezekanavyo|kama kawaida|kama ilivyo',
  question:
    'je|nini|nani|wapi|lini|gani|vipi|ngapi|kwa nini|mbona|naweza|tunaweza|ninaweza|inaweza|inawezekana|nitaweza|ni (?:nini|nani|wapi|lini|gani|vipi|salama|sawa|vizuri|kiasi|ngapi)|kuna .{1,60} (?:gani|ngapi)|nifanye|tufanye|nili\\w+ .{0,60}(?:lini|wapi|nini)',
  advice:
    'je,? ni\\w{2,}e|nifute|nichapishe|nihamishe|niwasilishe|nitume|tufute|tuchapishe|tuhamishe|tuwasilishe|naweza|ninaweza|tunaweza|inaweza|inawezekana|ingekuwa|itakuwaje|ingekuwaje|nini (?:kitatokea|kingetokea|hutokea)|kitatokea nini|itatokea nini|ni (?:salama|sawa|vizuri|bora|hatari|busara)|labda|huenda|pengine|je,? ni (?:salama|sawa)|unapendekeza|unashauri|ninafikiria|nafikiria|sina uhakika kama|jinsi ya|nitawezaje|tunawezaje|nani (?:anaweza|ataweza|ataona)|nikifuta|nikichapisha|nikihamisha|tukifuta|ikiwa ni\\w*futa|je nikifuta',
  request:
    'unaweza(?:ku)?|waweza|tafadhali|naomba|tunaomba|ungeweza|je,? unaweza|naweza (?:kuona|kupata)|nisaidie|tusaidie',
  wish: 'nataka|ninataka|tunataka|ningependa|tungependa|nahitaji|ninahitaji|tunahitaji|naomba|tunaomba|tafadhali|inabidi|hebu',
  past: '(?:ni|tu|u|m|a|wa|i|zi|ki|vi|li|ya)li(?!(?:o|cho|vyo|zo|yo)(?![a-z]))[a-z]{3,}|(?:ni|tu|u|m|a|wa|i|zi|ki|vi|li|ya)me[a-z]{3,}|(?:ni|tu|u|a|wa|i|zi)mesha[a-z]*|(?:ni|tu|u|a|wa|i|zi)lisha[a-z]*|kwa bahati mbaya|kwa makosa|kimakosa',
  report:
    '(?:ambayo |ambazo |ambalo |ambao )?(?:ni|tu|a|wa|u)(?:li|me|lisha|mesha)[a-z]{3,}|(?:ni|tu|a|wa|u)li(?:yo|zo|cho|vyo|lo)[a-z]{3,}|tulizo[a-z]+|nilizo[a-z]+',
  narrowing:
    'isipokuwa(?! kama)|ila(?! kama)|bila ya|kasoro|ukiacha|mbali na|lakini si|lakini sio|pekee|peke yake|tu(?! ni)|(?:faili |nyaraka |picha )?(?:zote |yote )?za (?:pdf|csv|picha|zamani|excel|word)|pdf zote|csv zote|picha zote|(?:ya|za|la|wa) zamani|kuukuu|tupu|kubwa kuliko|ndogo kuliko|zaidi ya siku|ambazo|ambayo|ambalo|ambao|zenye|yenye|lenye|wenye|zinazo\\w+|inayo\\w+|zilizo\\w+ (?:kabla|tangu)|zinazoanza|zinazoisha|baadhi|nusu ya|zilizobaki|nyingine|acha (?!ni)',
  correction:
    'hapana,? subiri|subiri|ngoja|samahani|namaanisha|nilimaanisha|nilikuwa namaanisha|yaani|kwa kweli|badala yake|sahihisho|nimekosea|hapana[,:]',
  noOrder: 'ni|ya|wa|za|la|cha|=|:|na|au|ilikuwa|yamekuwa',
  objects:
    '¤|faili|folda|yote|zote|wote|hii|hiyo|hizi|hizo|hiki|hicho|hili|hilo|yangu|zangu|zetu|yetu|kila|ripoti|mpango|sampuli',
};
