"""Examples by language: codename, what is to be said of the clues, clues."""

from collections.abc import Mapping

ENGLISH = """
plan legal planes plane
cap legal capes
cod legal codes
hop legal hopes hoped hoping
spin legal spines spans
lung legal lunges lunged lunging
reef legal reeves
dive legal diva divas doves
counter legal countess
strip legal stripe striped
mars legal mar neymar
scotland legal landlord island
stand legal standard
pen legal penumbra
wales legal gunwale
quarter legal quart
den legal biden
eye illegal eyes
leg illegal legs
bat illegal bats batman
cow illegal cows
box illegal boxes
church illegal churches
knife illegal knives
wolf illegal werewolf wolves
fire illegal firefighter
king illegal king2 kings2 2king k1ng
dragon illegal dr4gon drag0n
horseshoe illegal horse shoe snowshoe horseshoes
dive illegal dives diving dived diver divers
yeti illegal yetis
paris illegal Paris's
runway caught run
jury caught juror jurors
iceland caught land
hedgehog caught hedge
moon illegal moonlight moons
green illegal greenhouse
"""

SERBO_CROATIAN = """
žir legal žiri
mat legal mati
lovac legal lova
kosa legal Kosta
jama legal Jamajka
muha legal musaka
cesta legal cesar
dolina legal dolomit
šah legal šašav
igla doubt iglu
miš legal misliti
jež legal jesam
žaba legal zabavan
puž legal pušenje
grad caught grada gradovi gradski građani
rog caught roga
zupčanik caught zub
more caught pomorac
kuba caught kubanski
pariz caught pariški
konj illegal konji konja konjima
noga illegal noge nogu nozi
ruka illegal ruke ruku ruci ručni
šuma illegal šume šumski šumar
vodopad illegal voda pad
knjiga illegal knjigama knjiga
mlijeko illegal mleko mlekom
"""

HINDI = """
जीरा legal जीरो
डिस्क legal डिस्को
रूस caught रूसी
समुद्र illegal समुद्री samudra samudr
कुत्ता caught कुतिया
डॉक्टर illegal डाक्टर
हाथ legal अनाथ
बंदर legal बंदरगाह
रात doubt rat
कमल illegal kamal
कुर्सी illegal कुर्सियाँ
"""

SPANISH = """
mono legal moño
moneda legal mona
oro legal loro tesoro orar
fuego legal juego luego
puerto legal puerta
sal legal sale sala salir
sol legal solo sola soldado
pez legal peso pezuña
luna legal lunes laguna
uña legal unas cuña
sueño legal suena sonar
hueso legal queso
menta legal lentamente
león illegal leones leon leona
lápiz illegal lápices lapices lapicero
árbol illegal arboles arbolito arboleda
pingüino illegal pinguinos
tren illegal trenes trencito
luz illegal luces lucecita
flor illegal flores florecer floreció coliflor
fuego illegal fogata
piedra illegal pedrada apedrear
llave illegal llavero
pez illegal pescar peces
robin-hood illegal robin
españa illegal española españoles
montaña caught montana
españa caught espana espanola
cabeza illegal rompecabezas
"""

EXAMPLES: Mapping[str, str] = {
    "en": ENGLISH,
    "es": SPANISH,
    "hr": SERBO_CROATIAN,
    "sr": SERBO_CROATIAN,
    "hi": HINDI,
}

WANTED: Mapping[str, frozenset[str]] = {
    "legal": frozenset({"legal"}),
    "doubt": frozenset({"legal", "questioned"}),
    "caught": frozenset({"illegal", "questioned"}),
    "illegal": frozenset({"illegal"}),
}
"""What may be said."""
