import { foldLetters } from '#lib/base/text/languages/letters';

/**
 * Frequent given names that are no words of their languages, as evidence where a capital is none:
 * at the start of a sentence, and in German behind an article ("die Anna"). Own selection.
 */

const names = (list: string): readonly string[] => foldLetters(list).split(/\s+/).filter(Boolean);

const LATIN = `anna anne anja anke anita andrea andreas alexander alexandra antonia anton arne axel armin barbara beate benjamin benedikt bernd
  bernhard bettina birgit björn brigitte britta bruno carola caroline carsten christa christian christiane christina christine christoph
  clara claudia cornelia daniel daniela david dennis detlef dieter dietmar dirk dominik doris dorothea eberhard elena elfriede elisabeth
  elke ella emil emilia emma erich erika ernst esther eva felix finn florian frank franz franziska friedrich fritz gabriele gerd gerhard
  gertrud gisela greta gudrun günter günther hannah hannelore hans hans-peter harald heike heiko heiner heinrich heinz helene helga
  helmut henning henrik herbert hermann hildegard holger horst hubert hugo ida ilse ines ingrid irene isabell isabella jakob jan jana
  janina jannik jasmin jens johann johanna johannes jonas jonathan jörg josef josephine julia julian juliane julius jürgen jutta kai
  karin karl karl-heinz karla karsten katharina kathrin katja katrin kerstin kevin kirsten klara klaus konrad konstantin kristina kurt
  lara lars laura lea lena leon leonie leo lina linus lisa lothar louisa louise luca luisa lukas luise lutz maja malte mandy manfred
  manuel manuela marcel marco marcus mareike margarete margit maria marianne marie marina mario marion marius markus marlene martha
  martin martina mathilde mathis matthias maximilian max melanie michael michaela michelle mila moritz monika nadine nadja natalie nele
  nicole niklas nico nils nina noah norbert ole oliver olaf oskar otto pascal patricia patrick paul paula pauline peter petra philipp pia
  rainer ralf ralph raphael rebecca reinhard reinhold renate rené richard rita robert robin roland rolf romy rosemarie rudolf rüdiger
  ruth sabine sabrina sandra sara sarah sascha sebastian siegfried sigrid silke silvia simon simone sina sofia sonja sophia sophie stefan
  stefanie steffen steffi stephan stephanie sören susanne svenja sven sybille sylvia tanja tatjana theo theodor theresa thomas thorsten
  tim timo tina tobias tom torben torsten udo ulla ulrich ulrike ursula ute uwe valentin vanessa vera verena veronika viktor viktoria
  volker walter waltraud werner wernher wilhelm willi winfried wolfgang yvonne adriana agustín aitor alba alberto alejandra alejandro alfonso
  alfredo álvaro amparo ana andrés ángela antonio arturo beatriz begoña blanca carla carlos carmen carolina catalina cecilia cristian
  cristina cristóbal diego eduardo elisa emilio enrique ernesto esteban eugenia fabián federico felipe fernanda fernando francisca
  francisco gabriela gerardo gonzalo gregorio guillermo gustavo héctor hernán ignacio inés isabel iván jaime javier jesús joaquín jorge
  josé juan juana julieta julio leticia lorena lorenzo lucas lucía luis magdalena manolo marcela marcelo margarita mariana maricarmen
  mariela maría martín mateo matías mauricio miguel mónica montserrat natalia nicolás noelia nuria octavio olga omar óscar pablo pedro
  rafael ramiro ramón raquel raúl ricardo roberto rocío rodrigo rogelio rubén santiago sergio sofía susana teresa tomás vicente víctor
  ximena yolanda adèle adrien agathe alain albert alice aline amandine amélie anaïs andré anne-marie annick antoine antoinette arnaud
  aurélie aurélien baptiste bastien benoît bernadette bernard bertrand camille catherine cécile céline chantal charlotte chloé christelle
  christophe clément clémence corinne cyril damien danielle delphine denis denise didier dominique édith édouard éléonore élise élodie
  émile émilie emmanuel éric estelle étienne eugène fabien fabrice fanny françois françoise frédéric gaël gabriel gaston geneviève
  geoffroy georges gérard ghislaine gilles grégory guillaume hélène henri hervé hugues isabelle jacqueline jacques jean jean-luc
  jean-paul jean-pierre jeanne jérémy jérôme joël joseph josiane jules julie julien juliette karine laurence laurent léa léo liliane loïc
  louis lucie lucien ludovic madeleine marc margaux marguerite marie-claire martine mathieu matthieu maurice maxime michel michèle
  mireille monique muriel nathalie nicolas noémie odile olivier pascale patrice philippe pierre quentin régine rémi renaud roger romain
  samuel sandrine sébastien serge solange stéphane stéphanie suzanne sylvain sylvie théo thierry thibault valérie véronique victor
  vincent virginie xavier yann yves yvette zoé afonso amanda anabela antónio antônio armando artur augusto benedita bernardo bruna
  caetano camila cátia célia cláudia cláudio débora diana diogo domingos duarte edson eduarda eliana fábio fátima filipa filipe flávia
  flávio gilberto gisele guilherme heitor helena henrique inês ivone jaqueline joana joão joaquim juliana larissa leandro letícia lídia
  lígia lourenço luciana luís luiz luísa madalena manoel márcia márcio matheus mateus maurício micaela natália nuno paulo priscila
  rafaela renata renato rogério rosana rui sérgio sílvia simão sónia tatiana teodoro thiago tiago tomé valéria vânia vasco vinícius
  vitória vítor alessandra alessandro alessia andreina angelo anna-maria antonella beatrice carlo chiara ciro claudio concetta corrado
  cosimo daniele davide domenico donatella edoardo elisabetta emanuele enrico enzo ettore eugenio fabio fabrizio federica filippo flavia
  francesca francesco gabriella gennaro giacomo gianluca gianni gigi ginevra gino giorgia giorgio giovanna giovanni giulia giulio
  giuseppe giuseppina graziella ilaria jacopo luciano lucrezia luigi marcello margherita mariangela massimo matteo maurizio michele
  michela mirko nicola niccolò ornella paola paolo patrizia piero pietro raffaele riccardo roberta rocco rosalia salvatore samuele serena
  silvio silvana simona stefania stefano tiziana tommaso umberto valentina valerio vincenzo vittoria vittorio annelies anouk arjan bram
  carolien daan diederik edwin eline erik esmee femke floris frans freek geert gerrit gijs hanneke harm hendrik henk hilde ingeborg jacob
  jaap jasper jelle jeroen joep johan joke joost jort joris judith karel katrien kees klaas koen lieke lotte luuk maaike maarten marieke
  marijke marijn marjolein mathijs mieke mirjam nienke noortje pieter piet rens roel ruben ruud saskia sander sanne sietske sjoerd stijn
  teun thijs tjeerd truus veerle wendy wilma willem wim wouter agnieszka aleksander aleksandra alicja andrzej aneta bartek bartosz beata
  bogdan bogusław bożena cezary czesław damian danuta dariusz dorota edyta elżbieta ewa ewelina filip franciszek grażyna grzegorz halina
  henryk iwona izabela jacek jadwiga jakub janusz jarosław jerzy joanna jolanta józef justyna kamil kamila karol karolina katarzyna
  kazimierz kinga krystyna krzysztof leszek lidia łukasz lucyna maciej magda małgorzata marcin marek mariusz marta marzena mateusz michał
  mieczysław mirosław paweł patryk paulina piotr przemysław rafał ryszard sławomir stanisław sylwia szymon tadeusz tomasz urszula wacław
  wanda wiesław wiktor witold władysław wojciech zbigniew zdzisław zofia zuzanna adéla alena aleš bedřich blanka bohumil božena čeněk
  dagmar dalibor drahomíra dušan eliška františek hana ivana ivan ivo jarmila jaromír jaroslav jindřich jiří jitka kateřina klára kryštof
  ladislav lenka libor libuše luboš ludmila lukáš markéta matěj michal milada milan milena miloš miloslav miroslav naďa oldřich ondřej
  pavel pavla pavlína petr radek radka radim renáta roman růžena šárka šimon soňa stanislav štěpán štefan tereza tomáš václav vendula
  věra vít vladimír vlasta vojtěch zbyněk zdeněk zdeňka zuzana adrian alexandru alina ana-maria anca andrei bianca călin cătălin cezar
  ciprian constantin corina cosmin costel cristi doina dorin dragoș dumitru eugen florentina florin george georgiana gheorghe grigore
  horia iacob ileana ilie ioan ioana ion ionel ionuț irina iulia iulian laurențiu lavinia liliana liviu loredana lucian luminița mădălina
  marin mihaela mihai mircea mirela monica nicoleta nicolae octavian oana ovidiu petru radu raluca răzvan roxana rodica silviu sorin
  ștefan ștefania teodor traian vasile veronica violeta viorel vlad agneta alva anders anneli annika arvid astrid bengt berit birger
  birgitta bosse britt carina carl christer ebba einar elin elsa elvira emelie eskil evelina fredrik frida göran göte gunnar gunilla
  gustaf gustav håkan hanna hedda hjalmar ingemar inger ingela ingvar jenny jesper jimmy joakim jörgen josefin kajsa kalle kenneth kjell
  klas kristian lasse leif lennart linnea linnéa lisbet lovisa magnus malin margareta mårten mats mattias mikael pelle per-erik pontus
  ragnar rickard siv solveig sture svante tomas torbjörn tove ulf ulrika viggo ahmet ali alper arda aslı ayhan ayla aylin ayşe ayşegül
  aysel aytaç banu berk berna beyza burak burcu bülent büşra cansu cem cemal cemil ceren çağla derviş didem dilara ebru elif emel emine
  emrah emre enes ercan erdal eren erhan erkan erol ersin ertuğrul esra eymen fadime fatih fatma ferhat feride fikret filiz fuat furkan
  gamze gökhan gizem gülay gülcan güler gülsüm gülşen gürkan hacer hakan halil halit haluk hamza handan harun hasan hatice havva hayri
  hülya hüseyin ibrahim idil ilhan ilker irem ismail ismet kemal kenan kerem koray kübra leman levent leyla mahmut mehmet melike melis
  meltem meral merve mert meryem metin muhammed mukaddes murat musa mustafa mücahit nalan nazan nazlı necati necla nermin neslihan nesrin
  nihal nihat nilgün nilüfer niyazi nuray nuri nurcan nurten oğuz okan oktay orhan osman özcan özge özlem ömer pelin pınar rabia ramazan
  recep refik reyhan rukiye sadık salih sabri selim selin selma sema semih semra senem serap serdar serhat serkan serpil sibel sinan
  sinem süleyman sümeyye şaban şenol şerife şeyma şükran taha tahsin tamer taner tarık tayfun tolga tuba tuğba tülay tuncay turgut ümmü
  veli volkan yalçın yasemin yasin yavuz yiğit yunus yusuf zehra zekeriya zeki zeliha zeynep agus andi arif ayu bambang budi dedi dewi
  eko endang fajar fitri hendra herman indah iwan joko kartika lestari nyoman nurul rahmat ratna rina rini rizky siti slamet sukarno
  suharto susanti susi wahyu wayan wulan yanti yuni`;

const CYRILLIC = `александр александра алексей алина алиса алла анастасия анатолий ангелина андрей анжела анна антон антонина аркадий арсений артём
  богдан борис вадим валентин валентина валерий валерия василий василиса вероника виктор виктория виталий владимир владислав всеволод
  вячеслав галина геннадий георгий герман глеб григорий дарья даша денис диана дима дмитрий ева евгений евгения егор екатерина елена
  елизавета жанна женя захар зинаида зоя иван игорь илья инна ирина кирилл клавдия константин ксения лариса лена леонид лидия людмила
  маргарита марина мария маша матвей миша михаил наталия наталья настя никита николай нина оксана олег олеся ольга оля павел паша пётр
  полина раиса регина римма роман руслан савелий саша светлана семён сергей серёжа снежана соня софия софья станислав степан таисия
  тамара тарас татьяна таня тимофей тимур тихон ульяна фёдор федор юлия юля юрий яна ярослав андрій анастасія богдана валерія василь
  віктор вікторія віталій володимир ганна григорій дарина дмитро євген євгенія зоряна ігор іван ілля інна ірина катерина кирило леся
  лілія маряна марія микита микола михайло наталя наталія олександр олександра олексій олена остап павло петро роксолана сергій соломія
  софія тетяна уляна федір юлія юрій ярина ярослава`;

const GREEK = `αγγελική αθανάσιος αιμιλία αλέξανδρος αλεξάνδρα αλέξης αναστασία ανδρέας άννα αντώνης αντωνία απόστολος αργύρης άρης αριστείδης ασπασία
  βαγγέλης βασίλης βασιλική γεωργία γεώργιος γιάννης γιώργος δέσποινα δημήτρης δημήτριος δήμητρα διονύσης ελένη ελευθερία ελευθέριος
  ευαγγελία ευγενία εύα ευτυχία ηλίας θανάσης θεοδώρα θόδωρος θωμάς ιωάννα ιωάννης κατερίνα αικατερίνη κωνσταντίνα κωνσταντίνος κώστας
  λευτέρης μάριος μαρία μαριάννα μαρίνα μιχάλης μιχαήλ μιλτιάδης νεκτάριος νικόλαος νικολέτα νίκος παναγιώτα παναγιώτης παύλος πέτρος
  ραφαήλ σοφία σπύρος σταύρος στέλιος στέφανος σταματία σωτήρης σωτηρία τάσος τίνα φανή φώτης φωτεινή χαράλαμπος χριστίνα χρήστος χρύσα`;

const GIVEN_NAMES: ReadonlySet<string> = new Set([LATIN, CYRILLIC, GREEK].flatMap(names));

/** Whether a word, with folded letters (`foldLetters`), is a frequent given name. */
export const isGivenName = (folded: string): boolean => GIVEN_NAMES.has(folded);
