import { foldLetters } from '#lib/base/text/languages/letters';

/** Words that show what a name means, with folded letters. Own selection. */

const words = (list: string): ReadonlySet<string> => new Set(foldLetters(list).split(/\s+/).filter(Boolean));

/** Legal forms and trades behind the name of an organization: "Acme Flour Mills". */
export const TRADES_LAST = words(
  `co co. company companies kg ohg ag gmbh mbh ug se sa s.a. sas sarl sàrl srl s.r.l. spa s.p.a. bv b.v. nv n.v. ab oy oyj asa aps a/s pty kk sl s.l. lda ltda kft zrt doo d.o.o. oü
  accountants accounting advisors advisory agencies airways architects architecture associates attorneys authority automotive bakeries bakers bakery banking
  biotech books bookshop bookstore breweries brewers brewery brothers builders bureau butchers carpenters carpentry cargo carriers caterers catering cathedral chemicals
  chocolatiers clinic clinics coalition coffeehouse commission confectioners confectionery congress construction consultancy consultants consulting contractors cooperative
  co-op corps council courier couriers creamery dairies dairy deli dentists diner distillers distillery distributors distribution electric electricians electronics energy engineering engineers
  enterprises entertainment estates exports farm farms federation financial fisheries fishmongers florist florists foods foundry freight furniture garage gallery garages grocers
  greengrocers haulage healthcare holding holdings hotel hotels imports industries inn innovations insurance interiors investments investors joiners joinery kitchens laboratories laboratory
  landscaping laundry lawyers league leasing logistics lumber machinery makers manufacturers manufacturing mart merchants metals mill millers mills mining motors movers
  nations navy newspapers nursery nurseries optics opticians orchestra outfitters packaging parliament partners partnership party pharma pharmaceuticals pharmacies pharmacy
  plumbers plumbing pottery printers printing productions properties publications publishers publishing pub railway railways realty recruitment refinery repairs
  restaurant restaurants retailers robotics roasters roastery roofing sawmill services shipping shipyard society software solicitors solutions sons sports station stationers steel stores
  studios suppliers supplies surgery systems tailors tavern taxis team telecom telecommunications textiles therapeutics timber traders trading transport transports travel
  trucking trust unions utilities ventures veterinary vineyard vineyards warehouse wholesale wholesalers winery wines works workshop workshops yards`,
);

/** The same, but also ordinary words: not behind another ordinary word, as in "Social Media". */
export const TRADES_AFTER_NAME = words(
  'network networks analytics components capital exchange media communications pictures marketing repairs rentals tours',
);

/** Ends of one word for an organization: "Stadtwerke", "Druckerei". */
export const TRADE_ENDINGS =
  /(?:werke|maschinenbau|versicherung|versicherungen|gesellschaft|genossenschaft|verlag|spedition|reederei|druckerei|brauerei|backerei|konditorei|metzgerei|schreinerei|tischlerei|gartnerei|molkerei|apotheke|sparkasse|stiftung|verein|universitat|hochschule|ministerium|bakkerij|brouwerij)$/;

/**
 * Trades in front of or behind the name in other languages: "Padaria Ribeiro", "Corvo Componentes".
 */
export const TRADES_ANYWHERE = words(
  `padaria panadería panificio panetteria boulangerie pâtisserie pastelaria pastelería pasticceria confeitaria carniceria boucherie macelleria pescheria farmacia farmácia pharmacie apotheke apteka
  restaurante ristorante trattoria osteria brasserie gasthaus gasthof hôtel albergo pousada quinta adega bodega bodegas cantina banco banque banca banka transportes transporti trasporti spedition
  componentes componenti composants indústrias industrias industrie industrias fábrica fabrica fabbrica usine construcciones construções costruzioni laboratórios laboratorios laboratoire
  laboratoires editorial editora éditions edizioni verlag universidad universidade universitat università université universität universiteit uniwersytet hochschule instituto institut istituto instytut
  escuela escola école scuola schule szkoła ministerio ministério ministère ministero ministerium ayuntamiento prefeitura mairie comune rathaus asociación associação association associazione
  verein fundación fundação fondation fondazione stiftung cooperativa coopérative genossenschaft clínica clinique clinica klinik hospital hôpital ospedale krankenhaus szpital supermercado
  supermercati talleres oficina officina garaje atelier ateliers laiterie moulin moulins molino moinho mulino cervejaria cervecería birrificio comercial commerciale servicios serviços services
  soluciones soluções sistemas sistemi tecnologia tecnología tecnologie seguros assicurazioni assurances aseguradora seguradora grupo groupe gruppo compañía companhia compagnie compagnia sociedad
  sociedade société società sindicato syndicat sindacato partido parti partito partei liga ligue lega federación federação fédération federazione`,
);

/** Widely known organizations and makers, for names of one word, and of products behind them. */
export const WELL_KNOWN = words(
  `google microsoft amazon facebook instagram openai anthropic nvidia intel netflix spotify uber airbnb paypal stripe github gitlab atlassian salesforce oracle ibm sap cisco dell lenovo huawei xiaomi
  samsung sony panasonic toshiba hitachi fujifilm canon nikon nintendo toyota honda nissan mazda subaru hyundai kia volkswagen bmw audi porsche mercedes-benz daimler renault peugeot citroën fiat ferrari
  volvo tesla boeing airbus siemens bosch philips unilever nestlé nespresso danone novartis pfizer bayer merck roche sanofi astrazeneca moderna adidas nike puma ikea lego zara aldi lidl edeka tesco carrefour
  walmart costco starbucks mcdonald's unicef unesco nato nasa interpol greenpeace deloitte accenture mckinsey pwc kpmg dhl fedex ups lufthansa ryanair easyjet vodafone telefónica orange
  allianz axa hsbc barclays santander unicredit revolut wikipedia reddit linkedin twitter tiktok youtube whatsapp adobe dropbox slack figma cloudflare mozilla apache kodak leica fender gibson yamaha roland hario`,
);

/** Known by two words. */
export const ORGANIZATION_NAMES: ReadonlySet<string> = new Set(
  ['red cross', 'red crescent', 'european union', 'united nations', 'world bank', 'supreme court', 'royal society'].map(foldLetters),
);

/** What a place is, behind its name, beyond the words that the extraction knows: "Kings Cross". */
export const PLACES_LAST = words(
  `lane square bridge airport harbor harbour castle palace gardens garden quay pier wharf district borough village town county plaza tower towers cross heights ridge terrace
  crescent alley marina lagoon glacier volcano coast straße strasse gasse platz plein straat laan gracht ulica náměstí meydanı caddesi`,
);
export const PLACE_ENDINGS = /(?:strasse|gasse|platz|brucke|straat|gracht|plein)$/;
/** In front of its name: "Rua Augusta", "Rue Lepic", "Playa Blanca". */
export const PLACES_FIRST = words(
  `rua rue via viale calle carrer avenida avenue praça plaza piazza place largo travessa ponte pont puente porta puerta puerto porto playa praia plage isla ilha île isola lago lac lagoa rio río monte
  mont montaña sierra serra val valle vale saint-`,
);

/** Landmarks of two words that look like the names of people. */
export const LANDMARKS: ReadonlySet<string> = new Set(
  ['taj mahal', 'machu picchu', 'angkor wat', 'chichen itza', 'uluru kata', 'big ben', 'notre dame', 'sagrada familia', 'monte carlo'].map(
    foldLetters,
  ),
);

/** Small words within the names of people: "Bram de Vries". */
export const PARTICLES = words('de da do dos das del della di du van von der den la le el al bin ibn ben y e st st. ter ten zu');

/** The first word of a name of things: "Grüne Woche", "Projekt Aurora", "Semana Santa". */
export const THINGS_FIRST = words(
  `projekt proyecto projeto projet progetto operation festa fiesta fête feria feira mercado marché mercato semana semaine settimana woche tag grüne grüner neue neuer große großer kleine rote weiße
  schwarze nova novo nueva nuevo nouvelle nouveau grande gran festival copa coupe coppa`,
);
