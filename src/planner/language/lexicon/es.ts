import type { Lexicon } from '../lexicon.js';

/** Spanish: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const ES: Lexicon = {
  reviewed: false,
  caseSensitive: 'N | n | DE | DT | DS | EE | ES | IC | NC | TR | HR | SE',
  fields: {
    population:
      'población | poblacion | poblaciones | población total | población objetivo | población objeto | tamaño de la población | tamaño poblacional | universo | universo de estudio | marco muestral | N | N= | N = | pob. | número de hogares | número de viviendas | cantidad de hogares | número de estufas | total de hogares | parque instalado | estufas distribuidas | estufas instaladas | cocinas entregadas | estufas vendidas | hogares del proyecto | hogares inscritos | de un total de | de una población de | todos los que hay',
    mean: 'media | medias | promedio | promedios | media aritmética | media esperada | promedio esperado | valor medio | valor promedio | valor esperado | en promedio | de media | por término medio | prom | prom. | x̄ | x barra | μ | mu | consumo promedio | consumo medio | uso promedio | promedia | promediando',
    sd: 'desviación estándar | desviacion estandar | desviación típica | desviacion tipica | desviación standard | desv. est. | desv. típ. | desv est | desvest | desvío estándar | desvío típico | desvío | DE | D.E. | DT | DS | sd | σ | sigma | dispersión | desviación',
    variance:
      'varianza | varianzas | variancia | s² | σ² | sigma cuadrado | varianza muestral | s al cuadrado',
    standardError: 'error estándar | error típico | error standard | EE | SE | error estándar de la media',
    median: 'mediana | valor mediano | valor central',
    proportion:
      'proporción | proporcion | proporciones | proporción esperada | porcentaje | fracción | tasa | porción | parte | prevalencia | frecuencia relativa | p | p= | p = | sí/no | binaria | dicotómica | tasa de éxito | qué proporción | qué porcentaje',
    confidence:
      'confianza | nivel | nivel de confianza | grado de confianza | coeficiente de confianza | NC | certeza | seguridad | grado de certeza | seguro | confiabilidad | con 95 por ciento de confianza | al 95 % de confianza',
    alpha:
      'alfa | alpha | α | nivel de significación | nivel de significancia | significancia | significación | error tipo I | probabilidad de error',
    confidenceInterval:
      'intervalo de confianza | IC | intervalo | límites de confianza | IC 95 | IC del 95 %',
    precision:
      'precisión | precision | precisión deseada | precisión requerida | margen de error | margen | error muestral | error de muestreo | error máximo | error máximo admisible | error admisible | error permitido | error aceptable | error tolerable | tolerancia | exactitud | e | e= | d= | épsilon | ε | ± | más menos | más o menos | más/menos | semiamplitud | con un error de | con un margen de',
    precisionRelative:
      'relativo | relativa | precisión relativa | error relativo | margen relativo | de la media | respecto a la media | del promedio | en términos relativos',
    precisionAbsolute:
      'absoluto | absoluta | precisión absoluta | error absoluto | puntos porcentuales | punto porcentual | puntos | pp | p.p. | en términos absolutos',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | noventa diez | noventa sobre diez | noventa a diez | noventa y cinco cinco | noventa y cinco diez | regla 90/10',
    dropout:
      'pérdida | pérdidas | perdida | perdidas | tasa de pérdida | tasa de pérdidas | deserción | tasa de deserción | abandono | abandonos | tasa de abandono | no respuesta | sin respuesta | tasa de no respuesta | falta de respuesta | no respondientes | no contestan | no responden | no responderán | rechazo | rechazos | tasa de rechazo | negativas | atrición | desgaste | desgaste muestral | ausencias | ausentes | no localizados | ilocalizables | se pierden | se pierde | se nos pierde | se nos pierden | se nos va | perder | perdemos | perderemos | se caen | bajas | merma | mortalidad de la muestra',
    oversampling:
      'sobremuestra | sobremuestreo | sobremuestrear | reserva | reemplazos | hogares de reemplazo | margen de seguridad | colchón | de más | recargo | extra por si acaso | suplentes',
    responseRate:
      'de respuesta | de respuestas | tasa de respuesta | tasas de respuesta | porcentaje de respuesta | índice de respuesta | tasa de participación | tasa de cooperación | tasa de contacto | tasa de retención | tasa de finalización | responden | responderán | contestan | contestarán | participan | localizables | TR',
    usageShare:
      'tasa de uso | tasa de utilización | porcentaje de uso | porcentaje en uso | proporción de uso | en uso | en uso diario | siguen en uso | todavía en uso | aún se usan | siguen usando | uso continuo | uso sostenido | tasa de adopción | en funcionamiento | funcionando | operativas | operativos | tasa de funcionamiento | en operación | uso efectivo',
    cv: 'coeficiente de variación | coeficiente de variacion | coef. de variación | CV | cv | coeficiente de variabilidad | desviación estándar relativa | DER | desviación sobre media',
    designEffect:
      'efecto de diseño | efecto del diseño | efecto diseño | efecto de diseno | deff | efdi | efecto de conglomerado | efecto de conglomeración | efecto de conglomerados | factor de diseño | inflación de la varianza',
    deft: 'deft | raíz del efecto de diseño',
    icc: 'CCI | ICC | icc | rho | ρ | correlación intraclase | correlación intra-clase | correlación intraconglomerado | coeficiente de correlación intraclase | tasa de homogeneidad',
    clusterSize:
      'tamaño del conglomerado | tamaño de conglomerado | hogares por conglomerado | hogares por comunidad | por conglomerado | por aldea | por comunidad',
    strata:
      'estrato | estratos | estratificado | estratificada | estratificar | estratificación | capa | capas | subgrupo | subgrupos | subpoblación | subpoblaciones | desglosado por | dividido por | por región | según región | urbano y rural | urbano/rural | zonas | por separado para',
    weight:
      'peso | pesos | ponderación | ponderaciones | ponderado | ponderada | ponderar | ponderador | factor de expansión | factores de expansión | peso del estrato | peso muestral | afijación | asignación | asignación proporcional | reparto | proporcionalmente | a prorrata | 60/40 | 60:40 | sesenta cuarenta | mitad y mitad | cincuenta y cincuenta',
    seed: 'semilla | semillas | semilla aleatoria | seed | valor inicial | número inicial | valor de arranque | arranque aleatorio | misma semilla | reproducible con',
    sampleSize:
      'tamaño de la muestra | tamaño de muestra | tamaño muestral | muestra | muestras | muestra de | n | n= | n = | tam. muestra | número de encuestas | número de entrevistas | cuántos hogares visitar | cuántos encuestar | cuántas encuestas | cuántas entrevistas | hogares a visitar | hogares a encuestar | muestra mínima | muestra requerida | muestra neta | muestra bruta',
    pilot:
      'piloto | pilotos | prueba piloto | encuesta piloto | estudio piloto | en el piloto | del piloto | preprueba | pretest | pre-test | prueba previa | ensayo | prueba de campo | estudio previo | encuesta anterior | encuesta del año pasado | simulacro',
    total:
      'total | totales | en total | en conjunto | suma | sumatoria | en suma | todo junto | globalmente | sumando todo | en general | todos juntos',
    household:
      'hogar | hogares | familia | familias | vivienda | viviendas | casa | casas | domicilio | domicilios | unidad doméstica | grupo familiar | núcleo familiar | HH | hog. | cocina',
    stove:
      'estufa | estufas | estufa mejorada | estufas mejoradas | cocina | cocinas | cocina mejorada | cocinas mejoradas | cocina limpia | cocinilla | cocinillas | fogón | fogones | fogón mejorado | hornilla | hornillas | hornillo | anafe | anafre | fuego abierto | tres piedras | aparato | aparatos | equipo | equipos | dispositivo | dispositivos | olla a presión eléctrica | placa de inducción | quemador',
    fuel: 'combustible | combustibles | leña | madera | carbón | carbón vegetal | gas | GLP | gas LP | propano | queroseno | kerosén | parafina | pellets | briquetas | etanol | biogás | electricidad | estiércol | biomasa | consumo de leña | ahorro de leña',
    beneficiary:
      'beneficiario | beneficiarios | beneficiaria | beneficiarias | usuario | usuarios | usuaria | usuarias | usuario final | cliente | clientes | destinatario | destinatarios | receptor | participante | participantes | comprador | compradores | cocinera | cocineras',
    respondent:
      'encuestado | encuestados | encuestada | entrevistado | entrevistados | informante | informantes | respondiente',
    interviewer:
      'encuestador | encuestadores | encuestadora | encuestadoras | entrevistador | entrevistadores | entrevistadora | entrevistadoras | equipo de campo | equipos de campo',
    village:
      'aldea | aldeas | pueblo | pueblos | comunidad | comunidades | caserío | caseríos | vereda | veredas | poblado | poblados | localidad | localidades | conglomerado | conglomerados | cantón | parroquia | sector censal | UPM | unidad primaria',
    collection:
      'colección | coleccion | colecciones | colección de claims | colección de reclamaciones | conjunto de claims | id de colección',
    claim:
      'claim | claims | reclamación | reclamaciones | reclamo | reclamos | declaración | declaraciones | solicitud | solicitudes | claim pendiente | solicitud pendiente',
    entity:
      'entidad | entidades | DID | DIDs | did | documento DID | identificador descentralizado | identidad descentralizada | activo | recurso vinculado',
    balance:
      'saldo | saldos | saldo de la cuenta | saldo de la billetera | balance | balances | fondos | cuánto tengo | cuánto queda | cuánto hay en | tenencias | monedas',
    account:
      'cuenta | cuentas | billetera | billeteras | cartera | monedero | dirección | direcciones | dirección de la cuenta | wallet',
    validator:
      'validador | validadores | validadora | nodo validador | operador de nodo | productor de bloques | validadores activos',
    block:
      'bloque | bloques | altura de bloque | altura del bloque | último bloque | cadena de bloques | blockchain | cadena | en cadena | on-chain',
    path: 'ruta | rutas | ruta del archivo | ruta completa | ubicación | ubicación del archivo | camino | trayectoria | path',
    file: 'archivo | archivos | fichero | ficheros | documento | documentos | doc | docs | adjunto | adjuntos | hoja de cálculo | planilla | csv | CSV | pdf | PDF | xlsx | informe | reporte',
    folder: 'carpeta | carpetas | directorio | directorios | subcarpeta | subcarpetas | subdirectorio',
    public:
      'público | pública | públicos | públicas | publico | publica | públicamente | abierto | abierta | abierto a todos | visible para todos | todos lo pueden ver | cualquiera con el enlace | publicado | publicada | en línea | en la web | de acceso libre',
    private:
      'privado | privada | privados | privadas | confidencial | interno | interna | solo para mí | solo yo | sólo yo | restringido | no público | cerrado | reservado | secreto',
    hidden:
      'oculto | oculta | ocultos | ocultas | escondido | escondida | escondidos | invisible | invisibles | no listado | archivo punto',
    trash:
      'papelera | papelera de reciclaje | basura | basurero | cesto | bote de basura | tacho | caneca | zafacón | elementos eliminados | archivos eliminados | eliminados recientemente',
    version:
      'versión | version | versiones | revisión | revisiones | v1 | v2 | historial | historial de versiones | versión anterior | versión previa | última versión | copia anterior | borrador',
    city: 'ciudad | ciudades | lugar | capital | localidad | municipio | en qué ciudad',
    days: 'día | días | dia | dias | próximos días | días siguientes | la próxima semana | semana que viene | fin de semana | finde',
    forecast:
      'pronóstico | pronostico | pronósticos | pronóstico del tiempo | previsión | previsión meteorológica | predicción | perspectiva | qué tiempo hará | va a llover | lloverá',
    weather:
      'tiempo | clima | tiempo actual | condiciones | condiciones meteorológicas | qué tiempo hace | cómo está el clima | meteorología | el tiempo ahora',
    temperature:
      'temperatura | temperaturas | temp | temp. | grado | grados | qué tan caliente | cuánto calor hace | cuánto frío hace | máxima | mínima | máx. | mín. | ° | °C | °F | celsius | centígrados | fahrenheit',
    rain: 'lluvia | lluvias | llueve | llover | llovizna | precipitación | precipitaciones | chubasco | chubascos | aguacero | probabilidad de lluvia | lluvioso',
    wind: 'viento | vientos | ventoso | velocidad del viento | ráfaga | ráfagas | brisa',
    humidity: 'humedad | humedad relativa | húmedo | bochorno | HR',
    profile:
      'norma | estándar | perfil | reglas | MDL | CDM | Gold Standard | GS | Verra | VCS | artículo 6 | regla suiza | perfil suizo | metodología',
    lowerBound:
      'límite inferior | cota inferior | extremo inferior | conservador | conservadora | descuento | límite superior | cota superior',
    period:
      'periodo de monitoreo | período de monitoreo | período de seguimiento | periodo | período | periodo de reporte | trimestre | temporada | campaña | ronda | ola | levantamiento',
    status:
      'estado | estatus | situación | pendiente | pendientes | aprobado | aprobada | rechazado | rechazada | en revisión | pagado | en disputa',
  },
  verbs: {
    design:
      'diseña | diseñe | diseñad | elabora | elabore | prepara | prepare | arma | arme | plantea | establece | diseñar | elaborar | preparar | armar | plantear | establecer | podrías diseñar | podría diseñar | ¿me diseña | por favor diseñe | quisiera un diseño muestral | me gustaría un plan de muestreo | necesitaría una muestra | hazme una muestra | ármame un plan | necesito una muestra | sácame un diseño',
    calculate:
      'calcula | calculá | calcule | determina | determine | estima | estime | computa | saca la cuenta | calcular | determinar | estimar | computar | podrías calcular | podría calcular | por favor calcule | qué tamaño de muestra necesito | cuántos hogares hacen falta | saca cuentas | cuántos me hacen falta | cuánto da | échale números',
    select:
      'selecciona | elegí | sorteá | seleccione | elige | elija | escoge | escoja | extrae | sortea | sortee | toma una muestra | saca | seleccionar | elegir | escoger | extraer | sortear | tomar una muestra | podrías seleccionar | podría sortear | por favor seleccione | me puede extraer | saca al azar | agarra | échalo a la suerte | haz el sorteo',
    register:
      'registra | registre | inscribe | inscriba | anota | asienta | da de alta | registrar | inscribir | anotar | asentar | dar de alta | podrías registrar | podría inscribir | por favor registre | apúntalo | déjalo asentado | métele al registro',
    recalculate:
      'recalcula | recalcule | vuelve a calcular | vuelva a calcular | rehaz el cálculo | actualiza | recalcular | volver a calcular | rehacer | actualizar | podrías recalcular | podría volver a calcular | por favor recalcule | otra vez | hazlo de nuevo | córrelo de nuevo | vuelve a correrlo',
    analyse:
      'analiza | analice | evalúa | evalúe | examina | revisa los datos | resume | analizar | evaluar | examinar | revisar | resumir | podrías analizar | podría evaluar | por favor analice | qué dicen los datos | échale un ojo | dale una mirada | desmenuza',
    plan: 'planifica | planifique | planea | programa | programe | ajusta | ajuste | agenda | aumenta de … a | planificar | planear | programar | ajustar | agendar | podrías planificar | podría programar | por favor planifique | agéndalo | organízalo | súbelo a',
    submit:
      'envía a revisión | presenta | presente | entrega | entregue | somete | remite | presentar | entregar | someter | remitir | enviar a aprobación | podrías presentar | podría entregar | por favor presente | mándalo ya | suéltalo | mételo',
    approve:
      'aprueba | aprobá | apruebe | acepta | acepte | autoriza | autorice | valida | confirma | da el visto bueno | aprobar | aceptar | autorizar | validar | confirmar | podrías aprobar | podría autorizar | por favor apruebe | dale luz verde | dale el ok | pásalo',
    reject:
      "rechaza | rechazá | rechace | deniega | deniegue | niega | devuelve | desestima | rechazar | denegar | negar | devolver | desestimar | podrías rechazar | podría denegar | por favor rechace | túmbalo | no lo pases | échalo pa'trás",
    list: 'lista | liste | enumera | enumere | haz una lista | dame la lista | relaciona | listar | enumerar | hacer una lista | podrías listar | podría enumerar | por favor liste | me da la lista | qué hay | qué tenemos | qué hay por ahí',
    show: 'muestra | mostrá | mostrame | muestre | muéstrame | muéstreme | enseña | enséñame | despliega | visualiza | mostrar | enseñar | desplegar | visualizar | ver | podrías mostrarme | podría mostrar | por favor muestre | puedo ver | quisiera ver | a ver | déjame ver | sácame | pásame',
    read: 'lee | leé | abrí | lea | léeme | abre | abra | carga | leer | abrir | cargar | consultar | podrías leer | podría abrir | por favor lea | qué dice | qué hay en | échale un vistazo a',
    search:
      'busca | buscá | busque | encuentra | encuentre | localiza | rastrea | buscar | encontrar | localizar | hallar | podrías buscar | podría encontrar | por favor busque | sabe dónde | dónde está | hay algo sobre | rebusca',
    publish:
      'publica | publicá | hacelo público | publique | haz público | haga público | hazlo público | pon en línea | sube a la web | difunde | comparte públicamente | publicar | hacer público | poner en línea | difundir | podrías publicar | podría hacer público | por favor publique | súbelo | cuélgalo | lánzalo',
    unpublish:
      'despublica | despublique | haz privado | hazlo privado | retira | retire | quita de la web | deja de compartir | cierra el acceso | despublicar | hacer privado | retirar | dejar de compartir | podrías retirar | podría hacer privado | por favor retire | bájalo | quítalo de internet | tumba el enlace',
    move: 'mueve | mové | pasá | mueva | traslada | traslade | pasa a | pon en | coloca en | mover | trasladar | pasar | colocar | podrías mover | podría trasladar | por favor mueva | mételo en | échalo en | pásalo a',
    rename:
      'renombra | renombrá | renombre | cambia el nombre | cambie el nombre | ponle otro nombre | renombrar | cambiar el nombre | rebautizar | podrías renombrar | podría cambiar el nombre | por favor renombre | llámalo | ponle',
    copy: 'copia | copiá | copie | duplica | duplique | haz una copia | respalda | copiar | duplicar | respaldar | hacer una copia | podrías copiar | podría duplicar | por favor copie | sácale una copia | clónalo',
    delete:
      'borra | borrá | eliminá | sacá | borre | elimina | elimine | suprime | quita | quite | bórralo | elimínalo | tira | borrar | eliminar | suprimir | quitar | tirar | podrías borrar | podría eliminar | por favor elimine | bota | tira a la basura | deshazte de | cárgate | échalo a la papelera | vuela',
    restore:
      'restaura | restaurá | recuperá | restaure | recupera | recupere | restablece | devuelve a su sitio | restaurar | recuperar | restablecer | podrías restaurar | podría recuperar | por favor restaure | tráelo de vuelta | sácalo de la papelera | rescátalo',
    undo: 'deshaz | deshaga | revierte | revierta | anula | da marcha atrás | deshacer | revertir | anular | podrías deshacer | podría revertir | por favor deshaga | ups, deshazlo | vuelve atrás | échate para atrás',
    write:
      'escribe | escribí | guardá | escriba | redacta | guarda | guarde | anota en un archivo | crea | exporta | escribir | redactar | guardar | crear | exportar | podrías escribir | podría guardar | por favor escriba | apunta | guárdamelo | tírame unas líneas',
    send: 'envía | enviá | mandá | envíe | manda | mande | remite a | reenvía | transfiere | enviar | mandar | remitir | reenviar | transferir | podrías enviar | podría mandar | por favor envíe | mándaselo | pásaselo | dispáralo',
    tell: 'di | decime | explicá | dime | dígame | explica | explique | describe | informa | cuenta | cuéntame | decir | explicar | describir | informar | saber | podrías decirme | podría explicar | por favor explique | me gustaría saber | quisiera saber | qué onda con | qué pasa con',
    cancel:
      'cancela | cancele | para | pare | detén | detente | aborta | cancelar | parar | detener | abortar | podrías parar | podría cancelar | por favor cancele | déjalo | olvídalo | no importa | ya no',
  },
  slips: {
    population: 'poblasion | poblacón | pobación | publación',
    mean: 'promdio | promedo | pormedio | meida',
    sd: 'desviasion estandar | desviación estandard | desviacion standar | desvacion estandar | desviación tipíca',
    proportion: 'proporsion | proprcion | porcetaje | porsentaje | porcentage',
    confidence: 'confiansa | confinza | comfianza',
    precision: 'presicion | presición | precicion | precisison | márgen de error | marjen de error',
    dropout: 'perdidad | desercion | no respueta | abadono',
    responseRate: 'tasa de respueta | taza de respuesta | tasa respuesta',
    usageShare: 'taza de uso | tasa de huso',
    cv: 'coeficiente de variasion | coeficente de variación',
    designEffect: 'efecto de diceño | efecto de dicceno | efeto de diseño',
    strata: 'extrato | extratos | estrado',
    weight: 'ponderasion | pezo',
    seed: 'semila | cemilla',
    sampleSize: 'tamaño de la muesta | tamano de muestra | tamaño muetral | muesta | tamanio',
    pilot: 'pilóto | pliloto',
    household: 'ogar | ogares | hogarez | ogáres',
    stove: 'estufla | coina | cosina | fogon',
    beneficiary: 'benefisiario | beneficario | veneficiario',
    village: 'aldéa | puebo',
    validator: 'balidador | valiador',
    file: 'arcivo | achivo | archvo',
    folder: 'carepta | carpteta | carpera',
    public: 'plubico | públíco',
    hidden: 'oculo | esconido',
    trash: 'papelra | vasura',
    version: 'vercion | versíon',
    temperature: 'temperaura | tenperatura',
    forecast: 'pronostiko | pronosico',
    weather: 'timepo | cilma',
    city: 'cuidad | ciuadad',
    design: 'disena | diceña',
    calculate: 'calcúla | calcual | carcula',
    select: 'seleciona | selecsiona | escoje | elije',
    register: 'rejistra | resgistra',
    recalculate: 'recalcúla | re calcula',
    analyse: 'analisa | análiza',
    approve: 'aprueva | apruba',
    reject: 'rechasa | rechaz',
    show: 'muestrame | muestre me | mustra',
    search: 'vusca | buca | busqe',
    publish: 'plublica | púbica | publika',
    unpublish: 'des publica | despublika',
    move: 'mueble | mueves | muebe',
    rename: 'renonbra | re nombra',
    delete: 'vorra | borrra | elimna | elimia | eleminar',
    restore: 'restuara | recuepra | restáura',
    submit: 'precenta | entreja',
    write: 'escrive | escriva | guadra',
    send: 'embia | envia | enbia | madna',
  },
  talk: {
    yes: 'sí | si | claro | ok | okay | vale | de acuerdo | exacto | correcto | eso es | adelante | dale | hazlo | por supuesto | está bien | ándale | listo | procede',
    no: 'no | nop | para | alto | ahora no | no gracias | mejor no | incorrecto | déjalo | nel',
    thanks:
      'gracias | muchas gracias | mil gracias | muy amable | te lo agradezco | se lo agradezco | genial, gracias | perfecto | excelente | buenísimo | eso es todo | con eso basta | listo, gracias | grax | grs',
    hello:
      'hola | buenos días | buenas tardes | buenas noches | buenas | buen día | qué tal | cómo estás | cómo está | estimado | estimada | saludos | qué onda | aló',
    goodbye:
      'adiós | hasta luego | hasta pronto | hasta mañana | nos vemos | chao | chau | que le vaya bien | bye',
    followUp:
      'y | y con | y para | y si | y ahora | qué tal con | y qué hay de | qué hay de | lo mismo para | igual para | lo mismo pero | también para | y el otro | y el resto | ahora con | luego con | después | otra vez con | de nuevo con | esta vez con | como antes | como arriba | lo demás igual | el resto igual | ídem | y en | y mañana',
    correction:
      'no, quise decir | quise decir | quiero decir | sino | mejor dicho | o sea | digo | espera | espere | perdón | perdona | disculpa | corrección | corrijo | en realidad | más bien | en vez de eso | que sea | que sean | ponle | cámbialo a | cambia a | me equivoqué | error mío | error de dedo | está mal | debería ser | reemplaza … por | pensándolo bien | mejor | ups | fe de erratas',
    hedge:
      'quizá | quizás | tal vez | a lo mejor | posiblemente | probablemente | creo que | pienso que | supongo | me parece | más o menos | digamos | como que | no estoy seguro | no estoy segura | si mal no recuerdo | que yo sepa | algo así | o así | o algo | podría ser | por ejemplo | p. ej. | hipotéticamente | en teoría | me preguntaba | idealmente | de repente | capaz',
    negation:
      'no | nunca | jamás | nada | nadie | ningún | ninguno | ninguna | ni | ni … ni | tampoco | sin | ya no | todavía no | aún no | no … más | de ningún modo | de ninguna manera | bajo ningún concepto | en ningún caso | ni hablar | para nada | evita | evite | abstente | no toques | deja quieto | en vez de | en lugar de | mejor no | sino | prohibido | salvo que',
    condition:
      'si | siempre que | siempre y cuando | con tal de que | a condición de que | a menos que | a no ser que | salvo que | salvo si | en caso de que | en caso de | en el caso de | suponiendo que | supongamos | de lo contrario | si no | cuando | en cuanto | una vez que | hasta que | mientras | aunque | incluso si | solo si | sólo si | si es así | según | dependiendo de | sería | fuera',
    exception:
      'excepto | salvo | menos | exceptuando | con excepción de | con la excepción de | a excepción de | excluyendo | fuera de | aparte de | quitando | pero no | pero no el | todos menos | todo menos | todo salvo | sin los | sin el | sin incluir | solo | sólo | solamente | únicamente | nada más que | nada más los | nomás | siempre que | a menos que | deja | pero deja | conserva',
    all: 'todo | toda | todos | todas | todos los | todas las | el conjunto | la totalidad | entero | entera | completo | ambos | ambas',
    every: 'cada | cada uno | cada una | cualquier | cualquiera | por',
    none: 'ningún | ninguno | ninguna | ni uno | ni una | ni un solo',
    nothing: 'nada | nada de nada | nadita',
    some: 'algún | alguno | algunos | algunas | unos | unas | varios | varias | ciertos | parte de | un par',
    most: 'la mayoría | la mayor parte | más de la mitad | casi todos',
    few: 'pocos | pocas | poco | apenas | un puñado',
    many: 'muchos | muchas | bastantes | un montón | numerosos',
    only: 'solo | sólo | solamente | únicamente | exactamente | justo',
  },
};
