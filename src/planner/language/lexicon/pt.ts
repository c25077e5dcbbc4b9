import type { Lexicon } from '../lexicon.js';

/** Portuguese: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const PT: Lexicon = {
  reviewed: false,
  caseSensitive: 'N | n | DP | EP | SE | IC | NC | TR | UR | AF | AE | EPA',
  fields: {
    population:
      'população | populacao | populações | população total | população-alvo | população alvo | tamanho da população | dimensão da população | universo | universo da pesquisa | quadro amostral | cadastro | pop. | N | N= | N = | número de domicílios | número de agregados | número de famílias | quantidade de famílias | número de fogões | total de domicílios | parque instalado | fogões distribuídos | fogões instalados | fogões vendidos | famílias no projeto | famílias no projecto | famílias inscritas | de um total de | numa população de | no universo de',
    mean: 'média | medias | médias | media | média aritmética | média esperada | valor médio | valor esperado | em média | na média | consumo médio | uso médio | médio | méd. | x̄ | x barra | μ | mu | esperança',
    sd: 'desvio padrão | desvio-padrão | desvio padrao | desvios padrão | desv. pad. | desvpad | desv pad | DP | D.P. | sd | σ | sigma | dispersão | desvio | desvio típico',
    variance: 'variância | variancia | s² | σ² | sigma quadrado | sigma ao quadrado | variância amostral',
    standardError: 'erro padrão | erro-padrão | EP | SE | erro padrão da média',
    median: 'mediana | valor mediano | valor central',
    proportion:
      'proporção | proporcao | proporções | proporção esperada | percentagem | porcentagem | percentual | fração | fracção | taxa | parcela | fatia | prevalência | frequência relativa | p | p= | p = | sim/não | binária | dicotômica | dicotómica | taxa de sucesso | que proporção | qual percentagem',
    confidence:
      'confiança | confianca | nível | nível de confiança | grau de confiança | coeficiente de confiança | NC | certeza | grau de certeza | segurança | confiabilidade | fiabilidade | com 95 por cento de confiança | a 95% de confiança | seguro de que',
    alpha: 'alfa | alpha | α | nível de significância | significância | erro tipo I | probabilidade de erro',
    confidenceInterval: 'intervalo de confiança | IC | intervalo | limites de confiança | IC 95%',
    precision:
      'precisão | precisao | precisão desejada | precisão requerida | margem de erro | margem | erro amostral | erro de amostragem | erro máximo | erro admissível | erro tolerável | erro aceitável | erro permitido | tolerância | exatidão | exactidão | e | e= | d= | épsilon | ε | ± | mais ou menos | mais/menos | com erro de | com margem de | semiamplitude | para mais ou para menos',
    precisionRelative:
      'relativo | relativa | precisão relativa | erro relativo | margem relativa | da média | em relação à média | em termos relativos',
    precisionAbsolute:
      'absoluto | absoluta | precisão absoluta | erro absoluto | pontos percentuais | ponto percentual | pontos | pp | p.p. | em termos absolutos',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | noventa dez | noventa por dez | noventa barra dez | noventa e cinco cinco | noventa e cinco por cinco | noventa e cinco dez | regra 90/10',
    dropout:
      'perda | perdas | taxa de perda | taxa de perdas | não resposta | não-resposta | taxa de não resposta | ausência de resposta | não respondentes | não respondem | não vão responder | desistência | desistências | taxa de desistência | abandono | abandonos | taxa de abandono | evasão | taxa de evasão | atrito | atrição | desgaste | recusa | recusas | taxa de recusa | ausentes | não encontrados | não localizados | incontactáveis | perder | perdemos | vamos perder | perdem-se | perde-se | se perde | se perdem | perda de seguimento | mortalidade da amostra | quebra',
    oversampling:
      'sobreamostragem | sobreamostra | superamostragem | reserva | reservas | suplentes | substitutos | margem de segurança | folga | acréscimo | a mais por segurança | extra por precaução',
    responseRate:
      'de resposta | de respostas | taxa de resposta | taxas de resposta | percentagem de resposta | índice de resposta | taxa de participação | taxa de adesão | taxa de cooperação | taxa de contacto | taxa de contato | taxa de retenção | taxa de conclusão | respondem | vão responder | responderão | participam | contactáveis | TR',
    usageShare:
      'taxa de uso | taxa de utilização | percentual de uso | percentagem em uso | proporção em uso | em uso | em uso diário | ainda em uso | continuam em uso | ainda usam | uso contínuo | uso continuado | taxa de adoção | taxa de adopção | em funcionamento | a funcionar | funcionando | operacionais | taxa de funcionamento | em operação | uso efetivo',
    cv: 'coeficiente de variação | coeficiente de variacao | coef. de variação | CV | cv | desvio padrão relativo | DPR | desvio sobre média',
    designEffect:
      'efeito do desenho | efeito de desenho | efeito do plano amostral | efeito do plano | efeito de plano amostral | efeito de delineamento | efeito do delineamento | EPA | deff | efeito de conglomerado | efeito de conglomeração | efeito de agrupamento | fator de desenho',
    deft: 'deft | raiz do efeito do desenho',
    icc: 'CCI | ICC | icc | rho | ρ | correlação intraclasse | correlação intra-classe | correlação intraconglomerado | coeficiente de correlação intraclasse',
    clusterSize:
      'tamanho do conglomerado | tamanho do cluster | domicílios por conglomerado | famílias por aldeia | por conglomerado | por aldeia | por comunidade',
    strata:
      'estrato | estratos | estratificado | estratificada | estratificar | estratificação | camada | camadas | subgrupo | subgrupos | subpopulação | subpopulações | dividido por | desagregado por | por região | por província | urbano e rural | urbano/rural | zonas | separadamente para',
    weight:
      'peso | pesos | ponderação | ponderações | ponderado | ponderada | ponderar | ponderador | peso do estrato | peso amostral | fator de expansão | factor de expansão | alocação | alocação proporcional | repartição | proporcionalmente | pro rata | 60/40 | 60:40 | sessenta quarenta | meio a meio | cinquenta-cinquenta',
    seed: 'semente | sementes | semente aleatória | seed | valor inicial | número inicial | ponto de partida aleatório | mesma semente | reprodutível com',
    sampleSize:
      'tamanho da amostra | tamanho de amostra | tamanho amostral | dimensão da amostra | amostra | amostras | amostra de | n | n= | n = | número de entrevistas | número de inquéritos | quantos domicílios visitar | quantas famílias visitar | quantos inquirir | quantas entrevistas | domicílios a visitar | amostra mínima | amostra necessária | amostra líquida | amostra bruta',
    pilot:
      'piloto | pilotos | teste piloto | estudo piloto | inquérito piloto | pesquisa piloto | no piloto | do piloto | pré-teste | pré teste | pretest | ensaio | teste de campo | estudo prévio | pesquisa anterior | inquérito do ano passado | projeto piloto',
    total:
      'total | totais | no total | ao todo | em conjunto | soma | somatório | em geral | globalmente | tudo junto | tudo somado | somando tudo',
    household:
      'domicílio | domicílios | domicilio | domicilios | agregado familiar | agregados familiares | agregado | agregados | família | famílias | familia | familias | lar | lares | casa | casas | residência | residências | moradia | moradias | HH | AF',
    stove:
      'fogão | fogões | fogao | fogoes | fogão melhorado | fogões melhorados | fogão eficiente | fogões eficientes | fogão ecológico | fogão limpo | fogareiro | fogareiros | fogareiro melhorado | fogão a lenha | fogão a gás | fogo de três pedras | três pedras | cozinha | aparelho | aparelhos | equipamento | equipamentos | dispositivo | dispositivos | panela de pressão elétrica | placa de indução | queimador | boca',
    fuel: 'combustível | combustíveis | lenha | madeira | carvão | carvão vegetal | gás | GLP | gás de cozinha | querosene | petróleo de iluminação | pellets | briquetes | etanol | biogás | eletricidade | electricidade | esterco | biomassa | consumo de lenha | economia de lenha',
    beneficiary:
      'beneficiário | beneficiários | beneficiaria | beneficiária | beneficiárias | utilizador | utilizadores | utilizadora | usuário | usuários | usuária | utente | utentes | utilizador final | cliente | clientes | destinatário | destinatários | participante | participantes | comprador | compradores | cozinheira | cozinheiras',
    respondent:
      'respondente | respondentes | inquirido | inquiridos | entrevistado | entrevistados | informante | informantes',
    interviewer:
      'inquiridor | inquiridores | inquiridora | entrevistador | entrevistadores | entrevistadora | recenseador | recenseadores | equipa de campo | equipas de campo',
    village:
      'aldeia | aldeias | povoado | povoados | povoação | povoações | comunidade | comunidades | vila | vilas | vilarejo | lugarejo | localidade | localidades | bairro | bairros | conglomerado | conglomerados | setor censitário | área de enumeração | AE | UPA | UPE | distrito | posto administrativo',
    collection:
      'coleção | colecção | coleções | colecções | colecao | coleção de claims | coleção de reivindicações | conjunto de claims | id da coleção',
    claim:
      'claim | claims | reivindicação | reivindicações | reclamação | reclamações | declaração | declarações | pedido | pedidos | alegação | alegações | claim pendente | pedido pendente',
    entity:
      'entidade | entidades | DID | DIDs | did | documento DID | identificador descentralizado | identidade descentralizada | ativo | activo | recurso ligado',
    balance:
      'saldo | saldos | saldo da conta | saldo da carteira | balanço | fundos | quanto tenho | quanto resta | quanto há em | moedas | posses',
    account: 'conta | contas | carteira | carteiras | endereço | endereços | endereço da conta | wallet',
    validator:
      'validador | validadores | validadora | nó validador | operador de nó | produtor de blocos | validadores ativos | validadores activos',
    block:
      'bloco | blocos | altura do bloco | altura de bloco | último bloco | cadeia de blocos | blockchain | cadeia | na cadeia | on-chain',
    path: 'caminho | caminhos | caminho do arquivo | caminho do ficheiro | caminho completo | localização | localização do ficheiro | rota | path',
    file: 'arquivo | arquivos | ficheiro | ficheiros | documento | documentos | doc | docs | anexo | anexos | planilha | planilhas | folha de cálculo | folha | csv | CSV | pdf | PDF | xlsx | relatório',
    folder:
      'pasta | pastas | diretório | diretórios | directório | directórios | diretoria | subpasta | subpastas | subdiretório',
    public:
      'público | pública | públicos | públicas | publico | publica | publicamente | aberto | aberta | aberto a todos | visível para todos | visível a todos | todos podem ver | qualquer um com o link | publicado | publicada | online | em linha | na internet | de acesso livre',
    private:
      'privado | privada | privados | privadas | particular | confidencial | interno | interna | só para mim | só eu | restrito | não público | fechado | reservado | secreto | sigiloso',
    hidden:
      'oculto | oculta | ocultos | ocultas | escondido | escondida | escondidos | invisível | invisíveis | não listado | arquivo ponto',
    trash:
      'lixeira | lixo | reciclagem | caixote do lixo | cesto do lixo | balde do lixo | itens excluídos | itens eliminados | ficheiros apagados | eliminados recentemente',
    version:
      'versão | versao | versões | revisão | revisões | v1 | v2 | histórico | histórico de versões | versão anterior | versão antiga | última versão | rascunho | minuta',
    city: 'cidade | cidades | lugar | capital | município | vila | em que cidade | localidade',
    days: 'dia | dias | próximos dias | dias seguintes | a próxima semana | semana que vem | fim de semana | fim-de-semana | fds',
    forecast:
      'previsão | previsao | previsões | previsão do tempo | previsão meteorológica | prognóstico | perspectiva | vai chover | choverá | como vai estar o tempo',
    weather:
      'tempo | clima | tempo agora | condições | condições meteorológicas | como está o tempo | que tempo faz | meteorologia',
    temperature:
      'temperatura | temperaturas | temp | temp. | grau | graus | está quente | está frio | quantos graus | máxima | mínima | máx. | mín. | ° | °C | °F | celsius | centígrados | fahrenheit',
    rain: 'chuva | chuvas | chove | chover | chuvisco | garoa | precipitação | aguaceiro | aguaceiros | pancada de chuva | probabilidade de chuva | chuvoso',
    wind: 'vento | ventos | ventoso | velocidade do vento | rajada | rajadas | brisa | ventania',
    humidity: 'umidade | humidade | umidade relativa | humidade relativa | úmido | húmido | abafado | UR',
    profile:
      'norma | padrão | perfil | regras | MDL | CDM | Gold Standard | GS | Verra | VCS | artigo 6 | regra suíça | perfil suíço | metodologia',
    lowerBound:
      'limite inferior | cota inferior | extremo inferior | conservador | conservadora | desconto | limite superior',
    period:
      'período de monitoramento | período de monitorização | período de monitoria | período | periodo | período de relatório | trimestre | época | temporada | campanha | ronda | rodada | onda',
    status:
      'estado | status | situação | pendente | pendentes | aprovado | aprovada | rejeitado | rejeitada | em análise | pago | em disputa',
  },
  verbs: {
    design:
      'desenhe | desenha | elabore | elabora | prepare | prepara | monte | monta | crie um plano | planeje a amostra | delineie | desenhar | elaborar | preparar | montar | delinear | conceber | poderia desenhar | podes elaborar | você pode montar | por favor elabore | gostaria de um plano amostral | queria um plano de amostragem | preciso de uma amostra | me faz uma amostra | faz-me aí um plano | monta aí uma amostra | preciso de uma amostra rápido',
    calculate:
      'calcule | calcula | determine | determina | estime | estima | compute | faça a conta | calcular | determinar | estimar | computar | fazer a conta | poderia calcular | podes calcular | por favor calcule | que tamanho de amostra preciso | quantas famílias são precisas | faz as contas | quantos eu preciso | dá quanto | calcula aí',
    select:
      'selecione | seleciona | seleccione | escolha | escolhe | sorteie | sorteia | extraia | tire uma amostra | colha | selecionar | seleccionar | escolher | sortear | extrair | tirar uma amostra | poderia sortear | podes selecionar | por favor selecione | pode escolher | sorteia aí | tira à sorte | pega uns | puxa uma amostra',
    register:
      'registre | registra | registe | regista | inscreva | anote no registo | cadastre | cadastra | lance | registrar | registar | inscrever | cadastrar | lançar | poderia registrar | podes registar | por favor registre | pode cadastrar | põe no sistema | bota no registro | anota aí',
    recalculate:
      'recalcule | recalcula | calcule de novo | refaça o cálculo | refaz a conta | atualize | recalcular | calcular de novo | refazer o cálculo | atualizar | poderia recalcular | podes recalcular | por favor recalcule | faz de novo | roda de novo | outra vez | mais uma vez com',
    analyse:
      'analise | analisa | avalie | avalia | examine | interprete | resuma | analisar | avaliar | examinar | resumir | poderia analisar | podes avaliar | por favor analise | o que dizem os dados | dá uma olhada nos dados | vê lá os dados | destrincha',
    plan: 'planeje | planeie | planeia | planifique | programe | agende | ajuste | aumente de … para | planejar | planear | planificar | programar | agendar | ajustar | poderia planejar | podes agendar | por favor planeie | marca aí | organiza isso | sobe para',
    submit:
      'submeta | submete | apresente | entregue | envie para aprovação | remeta | submeter | apresentar | entregar | remeter | poderia submeter | podes entregar | por favor submeta | manda logo | despacha | entrega aí',
    approve:
      'aprove | aprova | aceite | aceita | autorize | autoriza | valide | confirme | dê aval | aprovar | aceitar | autorizar | validar | confirmar | poderia aprovar | podes autorizar | por favor aprove | dá o ok | libera | carimba',
    reject:
      'rejeite | rejeita | recuse | recusa | negue | indefira | devolva | rejeitar | recusar | negar | indeferir | devolver | poderia rejeitar | podes recusar | por favor rejeite | barra isso | chumba | manda de volta',
    list: 'liste | lista | enumere | enumera | relacione | dê a lista | listar | enumerar | relacionar | poderia listar | podes enumerar | por favor liste | pode me dar a lista | o que tem | o que é que há | o que temos',
    show: 'mostre | mostra | mostre-me | mostra-me | exiba | exibe | apresente na tela | visualize | mostrar | exibir | visualizar | ver | poderia mostrar | podes mostrar-me | por favor mostre | posso ver | gostaria de ver | deixa eu ver | deixa ver | me mostra | cadê',
    read: 'leia | lê | abra | abre | carregue | ler | abrir | carregar | consultar | poderia ler | podes abrir | por favor leia | o que está no | dá uma espiada | vê o que diz',
    search:
      'procure | procura | busque | busca | encontre | encontra | pesquise | pesquisa | localize | procurar | buscar | encontrar | pesquisar | localizar | poderia procurar | podes encontrar | por favor busque | sabe onde | acha aí | cadê o | onde anda | tem algo sobre',
    publish:
      'publique | publica | torne público | torna público | coloque online | divulgue | divulga | disponibilize | publicar | tornar público | colocar online | divulgar | disponibilizar | poderia publicar | podes tornar público | por favor publique | põe no ar | bota no ar | solta na net',
    unpublish:
      'despublique | torne privado | torna privado | retire do ar | tire do ar | deixe de partilhar | pare de compartilhar | retire | despublicar | tornar privado | retirar do ar | deixar de partilhar | parar de compartilhar | poderia tornar privado | podes retirar | por favor despublique | tira da net | derruba o link | tira do ar',
    move: 'mova | move | desloque | transfira | passe para | coloque em | ponha em | mover | deslocar | transferir | passar para | colocar em | poderia mover | podes passar para | por favor mova | joga na pasta | mete na pasta | enfia em',
    rename:
      'renomeie | renomeia | mude o nome | muda o nome | altere o nome | rebatize | renomear | mudar o nome | alterar o nome | poderia renomear | podes mudar o nome | por favor renomeie | chama de | põe outro nome',
    copy: 'copie | copia | duplique | duplica | faça uma cópia | faz uma cópia | copiar | duplicar | fazer uma cópia | poderia copiar | podes duplicar | por favor copie | tira uma cópia | clona',
    delete:
      'apague | apaga | exclua | exclui | elimine | elimina | delete | deleta | remova | remove | deite fora | apagar | excluir | eliminar | deletar | remover | deitar fora | poderia apagar | podes eliminar | por favor exclua | pode remover | joga fora | manda pro lixo | some com isso | deita fora | dá sumiço | limpa isso',
    restore:
      'restaure | restaura | recupere | recupera | restabeleça | reponha | restaurar | recuperar | restabelecer | repor | poderia restaurar | podes recuperar | por favor restaure | traz de volta | tira do lixo | resgata',
    undo: 'desfaça | desfaz | anule | anula | reverta | reverte | volte atrás | desfazer | anular | reverter | voltar atrás | poderia desfazer | podes anular | por favor desfaça | opa, desfaz | volta | volta atrás',
    write:
      'escreva | escreve | redija | salve | salva | grave | guarde | guarda | crie | exporte | anote | escrever | redigir | salvar | gravar | guardar | criar | exportar | poderia escrever | podes guardar | por favor escreva | anota aí | rabisca | põe num ficheiro',
    send: 'envie | envia | mande | manda | remeta a | encaminhe | transfira para | enviar | mandar | encaminhar | transferir para | poderia enviar | podes mandar | por favor envie | passa pra | dispara pra | manda aí',
    tell: 'diga | diz | diga-me | diz-me | explique | explica | descreva | informe | conte | dizer | explicar | descrever | informar | saber | poderia me dizer | podes explicar | por favor explique | gostaria de saber | queria saber | me conta | fala aí | me fala | o que se passa com',
    cancel:
      'cancele | cancela | pare | para | aborte | interrompa | cancelar | parar | abortar | interromper | poderia cancelar | podes parar | por favor pare | deixa pra lá | esquece | deixa estar | deixa quieto',
  },
  slips: {
    population: 'populaçao | polulação | popolação | populcao',
    mean: 'méida | medía | mèdia',
    sd: 'desvo padrão | desvio padráo | desvio padão | devio padrão',
    proportion: 'proporçao | propoção | porcentajem | porcetagem | percentajem',
    confidence: 'confianza | confinça | comfiança | confiansa',
    precision: 'precizão | presisão | precição | margen de erro | marjem de erro',
    dropout: 'nao resposta | não-respota | desistencia | desitência | evazão | abandomo',
    responseRate: 'taxa de respota | tacha de resposta | taxa resposta',
    usageShare: 'taxa de utilizaçao | tacha de uso | taxa de ultilização',
    cv: 'coeficiente de variaçao | coeficente de variação',
    designEffect: 'efeito de desenhio | efeito do plano amostal | efeito de dezenho',
    strata: 'extrato | extratos | estrado',
    weight: 'pezo | ponderaçao',
    seed: 'cemente | semete',
    sampleSize: 'tamanho da amosta | tamanho de amsotra | tamanho da amostar | amosta',
    pilot: 'pilóto | pilto',
    household: 'domicilo | domicílo | domissílio | famíla | agregado familar',
    stove: 'fogáo | fogãos | fogôes | fugão',
    beneficiary: 'benificiário | beneficiario | benefeciário | usuario',
    village: 'aldeía | povuado',
    validator: 'validadr | valiador',
    file: 'arquvo | ficheio | aquivo',
    folder: 'pazta | diretorio',
    public: 'púbico | pubico',
    hidden: 'oculo | escondid',
    trash: 'lixera | licheira',
    version: 'verção | vesão | versáo',
    temperature: 'tempertura | temperaura',
    forecast: 'previzão | prevsão | previção',
    city: 'ciadade | cidad',
    design: 'dezenhe | elabori',
    calculate: 'calcúle | caucule | calcle',
    select: 'seleciune | selecone | sortei',
    register: 'rejistre | registe se | resgistre',
    recalculate: 'recalcúle | re-calcule',
    analyse: 'analize | análise',
    approve: 'aprovi | aprov',
    reject: 'regeite | rejeit',
    show: 'mostri | moste | mostar',
    search: 'porcure | buque | procur',
    publish: 'puplique | publiqui | plubique',
    unpublish: 'des publique | despublica',
    move: 'movi | moova',
    rename: 'renomei | renomea',
    delete: 'apage | apague se | esclua | excua | exclue | elimeni',
    restore: 'restauri | recupre | restare',
    submit: 'submenta | sumbeta',
    write: 'escrevi | escreba | salvi',
    send: 'envia me | invie | emvie | manada',
  },
  talk: {
    yes: 'sim | claro | ok | okay | está bem | tá | tá bom | certo | exato | exacto | isso | pode ser | pode | vá em frente | faça | com certeza | de acordo | isso mesmo | beleza | força | confirmo',
    no: 'não | nao | pare | agora não | não obrigado | melhor não | errado | deixa | negativo',
    thanks:
      'obrigado | obrigada | muito obrigado | muito obrigada | brigado | brigada | obg | valeu | agradeço | agradecido | grato | grata | ótimo, obrigado | perfeito | excelente | maravilha | é isso | é tudo | já chega | show | kanimambo',
    hello:
      'olá | ola | oi | bom dia | boa tarde | boa noite | boas | tudo bem | tudo bom | como vai | como está | e aí | alô | caro | cara | prezado | prezada | saudações',
    goodbye:
      'adeus | tchau | até logo | até amanhã | até já | até mais | até à próxima | fica bem | boa noite | abraço | bye',
    followUp:
      'e | e com | e para | e se | e agora | e quanto a | que tal com | o mesmo para | igual para | a mesma coisa para | o mesmo mas | também para | e o outro | e o resto | agora com | depois com | em seguida | outra vez com | de novo com | desta vez com | como acima | como antes | o resto igual | mantém o resto | idem | e em | e amanhã',
    correction:
      'não, quis dizer | quis dizer | quero dizer | quer dizer | mas sim | ou melhor | aliás | digo | espera | espere | perdão | desculpe | desculpa | correção | corrijo | na verdade | em vez disso | que seja | que sejam | põe | mude para | muda para | troque … por | enganei-me | me enganei | erro meu | erro de digitação | gralha | está errado | deveria ser | pensando bem | melhor | ops | opa',
    hedge:
      'talvez | quiçá | possivelmente | provavelmente | acho que | penso que | creio que | suponho | parece-me | me parece | mais ou menos | digamos | tipo | meio que | não tenho certeza | não sei bem | se bem me lembro | se não me engano | que eu saiba | algo assim | ou assim | pode ser | por exemplo | p. ex. | hipoteticamente | em teoria | estava a pensar | idealmente | se calhar | de repente',
    negation:
      'não | nao | nunca | jamais | nada | ninguém | nenhum | nenhuma | nem | nem … nem | tampouco | sem | já não | ainda não | não … mais | de jeito nenhum | de modo nenhum | de forma alguma | em hipótese alguma | em caso algum | nem pensar | evite | evita | não mexa | não toques | deixe quieto | em vez de | ao invés de | melhor não | é proibido | ñ | num',
    condition:
      'se | caso | contanto que | desde que | a não ser que | a menos que | salvo se | exceto se | no caso de | em caso de | supondo que | suponhamos | caso contrário | senão | se não | quando | assim que | logo que | uma vez que | até que | enquanto | mesmo se | mesmo que | só se | somente se | se for | se sim | conforme | dependendo de | seria | fosse',
    exception:
      'exceto | excepto | salvo | menos | fora | tirando | com exceção de | com excepção de | à exceção de | excluindo | além de | aparte de | afora | mas não | mas não o | todos menos | tudo menos | todos exceto | sem os | sem o | não incluindo | só | somente | apenas | unicamente | nada além de | só os | desde que | a não ser | deixe | mas deixe | mantenha | poupe',
    all: 'todo | toda | todos | todas | todos os | todas as | tudo | o conjunto | a totalidade | inteiro | inteira | completo | ambos | ambas',
    every: 'cada | cada um | cada uma | qualquer | por',
    none: 'nenhum | nenhuma | nem um | nem uma | nem um só',
    nothing: 'nada | nada de nada | coisa nenhuma',
    some: 'algum | alguma | alguns | algumas | uns | umas | vários | várias | certos | parte de | um par de',
    most: 'a maioria | a maior parte | mais de metade | quase todos',
    few: 'poucos | poucas | pouco | mal | um punhado',
    many: 'muitos | muitas | bastantes | um monte de | numerosos',
    only: 'só | somente | apenas | unicamente | exatamente | exactamente | justo',
  },
};
