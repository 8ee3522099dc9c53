import { foldLetters } from '#lib/base/text/languages/letters';

/**
 * Common nouns of German, which are capitalized like names: a list of the most frequent ones, and
 * endings that form nouns. Compounds end with a noun of the list.
 */

const words = (list: string): ReadonlySet<string> => new Set(foldLetters(list).split(/\s+/).filter(Boolean));

/** In the singular, and plurals that no ending of `ENDINGS` and no umlaut explains. */
const NOUNS = words(
  `mensch stand ehre anspruch gerichtshof bauernhof friedhof ablass doktrin praktik sünde literatur holzschnitt kurfürst militär
  mechaniker inspektor techniker elektroniker taucher kammer blase zement bundesamt finanzamt standesamt automobil klub club heber jugend
  aktionär spezies seide porzellan jade designer karren gleis tunnel passagier periode streifen gabe rückgabe lymphozyt radikal kiefer
  apotheker inhaber teilhaber pflegeheim altersheim tierheim missionar rasse resultat campus besitz beleg kapital schock dirigent mensa
  neubau altbau umbau anbau ausbau aufbau dozent lehrende güter gut gelder theoretiker kritiker nachkomme bandit kern sportart tabak
  bezug landstrich komitee philosophie kanzlei führer araber geograf differenz gedankengut fernsehen alkohol alkoholiker projektil pfeil
  materie ansatz partikel zentren themen museen firmen konten risiken dramen villen epen architekt tiefbau hochbau kategorie behinderte
  gehilfe jünger anhänger bewohnerin mieterin beamtin ärzte ärztinnen stätte ritus komödie tragödie drama emaille aquarell erdwärme wärme
  zufuhr einfuhr ausfuhr abfuhr bauwerk kraftwerk bergwerk uhrwerk traktat epidemie pandemie kult lymphe gateway modem protokoll
  soundtrack host stream bündel staub asche schlamm schwefel kohle erz creme puder parfüm deo rasierer föhn locke zopf glatze falte narbe
  pickel fleck makel tattoo piercing lidschatten anfrage absage zusage ansage rückfrage umfrage anleitung bastelei vorlesung vortrag
  seminar referat aufsatz diktat vokabel schulhof schulweg menschheit meute horde schar trupp clan sippe einschulung fahrschule mitfahrer
  beifahrer fußgänger radfahrer passant anwohner rentner rentnerin pensionär witwe witwer waise zwilling drilling säugling kleinkind
  teenager senior seniorin arbeitsplatz feierabend überstunde nachtschicht pendler homeoffice lebenslauf kündigung abfindung beförderung
  betriebsrat gewerkschaft streik azubi praktikant grundstück eigentum immobilie hypothek makler notar nachlass erbe testament stiefvater
  stiefmutter patin pate schwiegereltern migräne heuschnupfen asthma diabetes bluthochdruck schlaganfall herzinfarkt narkose puls
  kontaktlinse rollstuhl krücke gips pflaster wartezimmer sprechstunde krankenkasse krankmeldung vegetarier veganer laktose gluten
  kalorie portion zutat grill picknick buffet vorspeise nachspeise nachtisch dessert hauptgericht beilage sushi pizza pasta lasagne
  burger pommes döner curry risotto steak schnitzel gulasch knödel spätzle maultasche brezel croissant muffin pfannkuchen waffel marzipan
  lebkuchen stollen chips popcorn cola sprudel smoothie espresso cappuccino cocktail likör whisky rum gin wodka person leute mann männer
  frau kind kinder baby junge mädchen herr herren dame eltern vater mutter papa mama opa oma sohn tochter bruder schwester geschwister
  onkel tante cousin cousine neffe nichte enkel enkelin großvater großmutter großeltern schwager schwägerin familie verwandte freund
  freundin kumpel partner partnerin ehemann ehefrau ehe paar single nachbar nachbarin gast gastgeber fremde kollege kollegin chef chefin
  mitarbeiter angestellte arbeiter kunde kundin verkäufer lieferant lehrer lehrerin schüler student studentin professor professorin
  direktor direktorin leiter leiterin arzt ärztin zahnarzt doktor patient patientin krankenschwester pfleger anwalt anwältin polizist
  polizei beamte beamter soldat offizier general kapitän pilot fahrer fahrerin handwerker bergmann installateur elektriker maler künstler
  künstlerin musiker sänger sängerin autor autorin schriftsteller dichter journalist reporter redakteur schauspieler schauspielerin
  regisseur spieler spielerin trainer mannschaft gegner sieger verlierer zuschauer fan kandidat wähler bürger bürgerin bürgermeister
  politiker minister kanzler präsident präsidentin könig königin kaiser kaiserin prinz prinzessin graf herzog papst bischof priester
  pfarrer mönch nonne christ jude muslim katholik protestant wissenschaftler forscher physiker chemiker mathematiker philosoph historiker
  ingenieur entwickler programmierer nutzer benutzer besitzer eigentümer mieter vermieter bewohner einwohner besucher reisende flüchtling
  migrant ausländer einheimische deutsche deutscher amerikaner engländer franzose römer grieche mitglied mitglieder teilnehmer vertreter
  berater sprecher experte anfänger meister lehrling held feind täter opfer zeuge richter dieb mörder gefangene sklave nachfolger
  vorgänger gründer erfinder träger händler bauer jäger bäcker metzger friseur koch kellner kellnerin putzfrau hausmeister babysitter
  körper kopf gesicht gesichter auge ohr nase mund lippe zahn zunge hals schulter arm ellbogen hand finger daumen brust bauch rücken bein
  knie fuß zehe haut haar bart knochen muskel nerv blut herz lunge leber niere magen gehirn hirn stimme atem krankheit schmerz fieber
  erkältung grippe husten schnupfen allergie ausschlag kopfweh wunde verletzung krebs virus infektion medikament medizin pille tablette
  salbe spritze impfung operation therapie behandlung untersuchung termin krankenhaus klinik praxis apotheke rezept diagnose symptom
  gesundheit schlaf traum müdigkeit stress angst panik depression diät gewicht größe alter geburt tod leben sterben schwangerschaft
  hochzeit scheidung verlobung beerdigung taufe geburtstag jubiläum feier fest party geschenk einladung haus häuser wohnung zimmer raum
  räume küche bad badezimmer schlafzimmer wohnzimmer kinderzimmer büro keller dachboden dach dächer garage garten balkon terrasse flur
  treppe tür tor fenster wand wände boden decke ecke ofen herd kamin heizung lampe licht lichter strom steckdose schalter möbel tisch
  stuhl sessel sofa couch bett schrank regal schublade spiegel teppich vorhang bild bilder foto uhr wecker kissen matratze handtuch seife
  shampoo zahnbürste dusche badewanne toilette waschbecken spüle kühlschrank spülmaschine waschmaschine mikrowelle kaffeemaschine toaster
  mixer topf pfanne schüssel teller tasse glas gläser flasche dose messer gabel löffel besteck geschirr serviette kerze vase müll
  mülleimer eimer besen lappen staubsauger bügeleisen werkzeug hammer nagel schraube säge zange bohrer regenrinne schlüssel schloss
  schlösser zaun rasen beet blume rose tulpe pflanze baum strauch hecke gras blatt blätter ast wurzel samen frucht gemüse obst apfel
  birne kirsche pflaume pfirsich banane orange zitrone traube erdbeere himbeere beere nuss erdnuss kartoffel tomate gurke salat karotte
  möhre zwiebel knoblauch paprika bohne erbse linse kohl spinat pilz kürbis mais reis nudel brot brötchen kuchen torte keks plätzchen
  gebäck teig mehl zucker salz pfeffer gewürz öl essig senf soße suppe eintopf braten fleisch wurst schinken speck fisch lachs thunfisch
  huhn hähnchen ei eier milch sahne butter käse joghurt quark eis schokolade bonbon honig marmelade müsli essen mahlzeit frühstück
  mittagessen abendessen getränk wasser saft limonade tee kaffee bier wein sekt schnaps durst hunger appetit geschmack restaurant café
  kneipe bar imbiss kantine speisekarte rechnung trinkgeld kleid kleider kleidung hemd bluse hose jeans rock jacke mantel pullover pulli
  shirt anzug krawatte schuh stiefel socke strumpf hut mütze schal handschuh gürtel tasche rucksack koffer brille ring kette schmuck
  knopf stoff leder wolle farbe muster mode stadt städte dorf dörfer hauptstadt innenstadt großstadt kleinstadt altstadt ort platz straße
  weg gasse allee brücke kreuzung ampel park wald wälder wiese feld felder berg hügel tal täler fluss bach see meer ozean küste strand
  insel halbinsel wüste höhle himmel sonne mond stern planet erde welt wolke regen schnee wind sturm gewitter blitz donner nebel hitze
  kälte wetter klima temperatur grad luft feuer rauch stein sand gestein metall gold silber eisen stahl kupfer holz papier kunststoff
  plastik gummi beton land länder staat nation volk völker heimat ausland grenze region gebiet provinz bezirk kreis gemeinde viertel
  stadtteil bundesland kontinent norden süden osten westen nordosten südosten nordwesten südwesten zentrum mitte rand umgebung landschaft
  natur umwelt tier hund katze welpe hamster kaninchen meerschweinchen vogel hahn ente gans pferd kuh schwein schaf ziege esel hase fuchs
  wolf bär löwe tiger elefant affe maus ratte schlange frosch schildkröte spinne biene wespe fliege mücke ameise schmetterling wurm
  insekt haustier fell feder flügel schwanz pfote auto wagen fahrzeug bus zug bahn straßenbahn ubahn sbahn taxi fahrrad rad räder
  motorrad roller lkw lastwagen schiff boot fähre flugzeug hubschrauber rakete flug fahrt reise urlaub ausflug wanderung ankunft abfahrt
  abflug bahnhof flughafen haltestelle station hafen tankstelle werkstatt parkplatz stau unfall verkehr autobahn ticket fahrkarte pass
  ausweis visum gepäck hotel pension unterkunft zelt karte stadtplan führerschein motor bremse reifen lenkrad benzin diesel batterie akku
  schule kindergarten kita universität uni hochschule klasse kurs unterricht stunde pause hausaufgabe prüfung test klausur note zeugnis
  abschluss abitur studium semester ausbildung praktikum lehre fach fächer mathe mathematik physik chemie biologie geschichte geographie
  kunst musik sport sprache deutsch englisch französisch spanisch italienisch russisch chinesisch japanisch latein wort wörter satz text
  buchstabe zeichen grammatik frage antwort aufgabe lösung beispiel übung fehler regel thema bereich wissen verständnis lernen forschung
  wissenschaft studie theorie experiment labor ergebnis methode analyse statistik zahl nummer summe prozent hälfte drittel teil stück
  dutzend hundert tausend million millionen milliarde milliarden menge anzahl anteil durchschnitt maß meter kilometer zentimeter liter
  kilo kilogramm gramm tonne quadratmeter euro dollar cent franken pfund währung arbeit job beruf stelle firma unternehmen betrieb
  konzern branche industrie handwerk handel wirtschaft markt bank börse aktie fonds geld gehalt lohn einkommen steuer abgabe gebühr preis
  kosten miete kaution kredit schuld schulden zins versicherung rente konto überweisung gewinn verlust umsatz haushalt budget vertrag
  vereinbarung angebot nachfrage auftrag bestellung lieferung ware produkt produktion fabrik werk maschine gerät anlage technik
  technologie system computer rechner laptop tablet handy telefon smartphone bildschirm tastatur drucker kamera fernseher radio internet
  netz netzwerk software hardware programm app anwendung datei ordner daten datenbank server passwort email mail nachricht brief paket
  post postkarte adresse telefonnummer anruf gespräch besprechung sitzung treffen konferenz meeting projekt plan ziel frist deadline
  bericht präsentation vorschlag idee entscheidung problem grund ursache folge wirkung zweck sinn bedeutung unterschied vorteil nachteil
  möglichkeit gelegenheit chance risiko gefahr sicherheit schutz hilfe unterstützung rat tipp meinung ansicht gedanke gefühl liebe hass
  freude glück pech trauer wut ärger mut hoffnung wunsch wille interesse lust laune spaß humor witz scherz lachen träne lächeln kuss
  umarmung streit kampf krieg frieden friede armee heer waffe gewehr bombe schlacht angriff verteidigung revolution aufstand widerstand
  macht gewalt recht rechte gesetz verbot strafe gefängnis gericht urteil prozess klage vorwurf verbrechen mord diebstahl betrug
  regierung parlament bundestag bundesrat bundesregierung partei wahl politik demokratie republik diktatur verfassung verwaltung amt
  ämter behörde ministerium verein verband organisation institut stiftung gesellschaft gruppe bund bündnis union gemeinschaft
  öffentlichkeit kultur tradition brauch sitte religion glaube gott götter kirche kloster kathedrale dom tempel moschee synagoge gebet
  bibel seele geist geister engel teufel hölle wunder zeit jahr jahrzehnt jahrhundert jahrtausend monat woche wochenende tag minute
  sekunde moment augenblick zeitpunkt datum kalender morgen vormittag mittag nachmittag abend nacht mitternacht frühling frühjahr sommer
  herbst winter montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz april mai juni juli august
  september oktober november dezember weihnachten ostern pfingsten silvester neujahr advent ferien feiertag werktag anfang beginn ende
  schluss dauer ewigkeit vergangenheit gegenwart zukunft epoche ära zeitalter mittelalter antike neuzeit renaissance moderne generation
  spiel spielzeug puppe ball fußball handball basketball tennis tischtennis golf schach skat karten hobby freizeit training sieg
  niederlage punkt liga meisterschaft turnier pokal finale halbfinale saison rennen lauf marathon wettbewerb olympiade medaille rekord
  stadion halle yoga schwimmen laufen wandern klettern tanzen tanz singen lied lieder konzert band orchester chor instrument klavier
  gitarre geige flöte trompete schlagzeug oper theater kino film serie sendung nachrichten zeitung zeitschrift magazin buch bücher roman
  gedicht erzählung märchen kapitel seite titel bibliothek buchhandlung verlag presse medien werbung bühne rolle szene gemälde zeichnung
  skulptur statue denkmal museum ausstellung galerie gebäude turm türme burg palast mauer ruine architektur bau baustelle art weise form
  gestalt gegenstand ding sache material inhalt struktur ordnung reihe liste tabelle schritt stufe phase ebene lage situation zustand
  fall ereignis vorfall geschehen tatsache wahrheit lüge geheimnis erinnerung erfahrung erlebnis eindruck vorstellung begriff name
  vorname nachname spitzname bezeichnung beschreibung erklärung aussage behauptung argument beweis hinweis signal spur quelle herkunft
  ursprung entstehung entwicklung fortschritt wandel änderung veränderung verbesserung wachstum anstieg rückgang abnahme zunahme erhöhung
  senkung erfolg misserfolg versuch einsatz aufwand mühe leistung kraft kräfte energie druck geschwindigkeit tempo bewegung richtung
  oberfläche fläche höhe tiefe breite länge entfernung abstand nähe ferne linie kurve winkel dreieck viereck kugel würfel loch löcher
  spitze kante krise katastrophe notfall not armut reichtum bedarf mangel überschuss bedingung voraussetzung anforderung pflicht
  verantwortung befehl bitte erlaubnis genehmigung zustimmung ablehnung kritik lob dank entschuldigung gruß grüße abschied besuch umzug
  einzug auszug rückkehr kauf verkauf einkauf laden läden geschäft supermarkt kaufhaus bäckerei metzgerei kasse quittung rabatt marke
  qualität sorte typ modell version variante auswahl mehrheit minderheit bevölkerung gegend sitz zentrale filiale abteilung team führung
  vorstand ausschuss kommission kongress gipfel abkommen zellen zelle gen gene protein molekül atom elektron teilchen sauerstoff
  stickstoff kohlenstoff kohlendioxid wasserstoff helium gas flüssigkeit säure mineral vitamin bakterie organismus gattung evolution
  ökosystem nahrung verdauung stoffwechsel immunsystem antikörper hormon dampf dampfmaschine turbine kessel kolben zylinder ventil pumpe
  rohr leitung draht kabel magnet welle strahlung strahl laser schall ton geräusch lärm stille klang rhythmus melodie takt ladung
  spannung masse gravitation schwerkraft beschleunigung impuls reibung newton formel gleichung funktion variable primzahl faktor element
  algorithmus komplexität turingmaschine speicher eingabe ausgabe code zeile fehlermeldung taste klick menü link webseite website blog
  forum chat kanal video clip imperium reich kolonie kolonialismus eroberung herrschaft herrscher dynastie thron krone adel ritter truppe
  truppen flotte festung belagerung expedition entdeckung siedler siedlung stamm eingeborene vertreibung flucht verfolgung völkermord
  holocaust nationalsozialismus kommunismus sozialismus kapitalismus reform reformation aufklärung industrialisierung globalisierung
  ungleichheit gleichheit freiheit würde ruhe mitleid geduld vertrauen respekt neid eifersucht einsamkeit langeweile sorge zweifel
  verdacht absicht vorsicht rücksicht aufmerksamkeit konzentration gedächtnis verstand vernunft intelligenz talent begabung fähigkeit
  stärke schwäche charakter eigenschaft verhalten gewohnheit benehmen haltung einstellung stimmung nerven kaserne distrikt landkreis
  quartier vorort ghetto slum volkszählung innenhof hof dachrinne gartentor stall scheune mühle brunnen teich deich damm schleuse sieb
  schere klebstoff kleber schnur seil nadel faden tüte karton kiste box schachtel korb sack stange stock brett bretter latte balken
  platte scheibe ziegel fliese tapete pinsel lack wäsche bügelbrett abwasch putzen aufräumen kochen backen nähen stricken basteln malen
  lesen schreiben zeichnen fotografieren reisen joggen radfahren reiten angeln garnitur katalog prospekt flyer plakat anzeige inserat
  schild schilder etikett stempel unterschrift formular antrag bescheid bescheinigung urkunde akte ausdruck kopie anhang angelegenheit
  auffassung aufenthalt auftritt ausgang auskunft ausnahme aussicht auswirkung basis bedenken bedürfnis begegnung begleitung begründung
  bemerkung bemühung beobachtung beschluss beschwerde beitrag betrag betrachtung bewerbung beziehung bildung blick blickwinkel charme
  debatte diskussion dialog detail dienst distanz effekt eifer eingang eingriff einheit einfluss einfall einwand empfang empfehlung
  entwurf ersatz erwartung etappe existenz fassung fazit flair fluch format fortsetzung gang garantie gebrauch gegensatz gegenteil gehör
  gemüt genuss gerede gerücht gerüst geste gewissen griff grundlage gunst güte handlung häufigkeit herausforderung hindernis hintergrund
  horizont ideal illusion image index individuum information initiative inspiration instanz intensität klischee kluft kommentar
  kompromiss konflikt konsequenz kontakt kontext kontrolle konzept kriterium last logik lücke maßnahme maßstab merkmal minimum maximum
  mittel mission mitteilung motiv motto nachdruck nachweis neugier niveau norm notiz objekt option original panorama parallele passage
  perspektive phänomen position prinzip priorität privileg profil prognose quote rahmen rang reaktion rede redensart reflexion
  reihenfolge relation relevanz resonanz ressource restriktion ritual routine schatten schema schicht schicksal schlag schwung
  schwerpunkt segen sektor selbst sensation skala skandal spektrum spekulation standard standort standpunkt stellenwert stil strategie
  strecke strömung subjekt substanz symbol szenario tafel taktik tat tätigkeit teilnahme tendenz trend trick überblick überraschung
  übergang überzeugung umfang umgang umstand unmut unsinn verbindung verdienst verfahren verfügung vergleich verhältnis verlauf verstoß
  verwendung verzicht verzögerung vielfalt vision volumen voraussage vorbild vordergrund vorgang vorhaben vorhersage vorliebe vorrang
  vorrat vorschrift vorsitz vorurteil wechsel werdegang wert wesen wiederholung wirklichkeit wohl zufall zugang zusammenhang
  zusammenarbeit zusatz zuwachs zweig zyklus mietvertrag nebenkosten wasserhahn rohrbruch stromausfall wlan router fernbedienung
  kinderwagen windel schnuller spielplatz rutsche schaukel sandkasten schwimmbad freibad sauna fitnessstudio sportverein adventskalender
  christbaum weihnachtsbaum osterei feuerwerk karneval fasching kirmes jahrmarkt flohmarkt zoo zirkus freizeitpark achterbahn sänfte ufer
  gletscher vulkan erdbeben überschwemmung dürre lawine waldbrand treibhaus artenschutz klimawandel regenwald dschungel savanne steppe
  sumpf moor heide düne lagune riff koralle dutzende hunderte tausende viele wenige andere anderes gute gutes neue neues beste bestes
  schöne schönes wichtige wichtiges ganze ganzes gleiche gleiches dunkeln dunkle helle freie freien nähere weitere weiteres folgende
  folgendes rote blaue grüne erste zweite dritte vierte letzte nächste einzelne beide kleine kleinen große großen kranke kranker tote
  toter alte jugendliche jugendlicher erwachsene erwachsener danke hallo tschüss ahnung schade quatsch mist scheiße super prima okay ok
  herzlichen glückwunsch glückwünsche servus moin ciao hey hi na ach oh tja`,
);

/**
 * Nouns of the list with which names of people and places end: Hamburg, Düsseldorf, Neumann,
 * Wilhelm, Dortmund. They do not show that a longer word is a noun.
 */
const ENDS_OF_NAMES = words(
  `burg berg heim dorf mann männer reich land länder wald stein bach feld felder haus hof brücke stadt see tal hafen insel ring stock mund
  helm friede frieden meister bauer graf ort au bad rat rang art alter ende berge lauf tor ander tell auer wagen ente esel arm hand mark
  stern hase beck engel teufel vogel rose blum hahn fuchs wolf bär könig kaiser hals thal kamp acker meer ton titel nebel wiese rock
  hammer erde ost west winter sommer ast maus eis sand weg ecke tag herr bart gold mond ei öl rom inge gast stall moor heide damm deich
  elle bern eber eier`,
);

/** Compounds and names that end like a noun, but are names. */
const NAMES = words(
  `gelsenkirchen neunkirchen euskirchen volkswagen samsung münchen aachen tunis dennis paris sterling kipling pasteur hornung jung`,
);

/** Endings of nouns, and their plurals and cases. */
const NOUN_SUFFIX =
  /^.{3,}(?:ung(?:en|s)?|heit(?:en)?|keit(?:en)?|schaft(?:en|s)?|tion(?:en|s)?|sion(?:en)?|itat(?:en)?|chen|lein|ism(?:us|en)|ments?|tum(?:s|er|ern)?|ling(?:e|en|s)|nis(?:se|ses|sen)?|erei(?:en)?|ist(?:en)|eur(?:e|en|s|in)?|innen|loge?n?|gra(?:f|ph)(?:en|ie|ien)|logien?|metrie|kratie|nomie|eller(?:n|s)?|ierer|ator(?:en)?|ektor(?:en)?|[aeo]nten|iker(?:n|s)?)$/;

/** Endings of plurals and cases. Umlauts were folded. */
const ENDINGS = ['', 'e', 'en', 'n', 's', 'es', 'nen', 'ern', 'sen', 'se'] as const;
const TAIL = 4;
const HEAD = 3;

const isListed = (word: string, isTail: boolean): boolean =>
  ENDINGS.some((ending) => {
    if (!word.endsWith(ending)) return false;
    const base = word.slice(0, word.length - ending.length);
    return NOUNS.has(base) && (!isTail || (base.length >= TAIL && !ENDS_OF_NAMES.has(base)));
  });

/** Whether a word, of any case and number, is a common noun or a compound of one. */
export function isGermanNoun(word: string): boolean {
  const folded = foldLetters(word).replace(/^.*-/, '');
  if (NAMES.has(folded)) return false;
  if (isListed(folded, false) || NOUN_SUFFIX.test(folded)) return true;
  for (let at = HEAD; at + TAIL <= folded.length; at++) if (isListed(folded.slice(at), true)) return true;
  return false;
}
