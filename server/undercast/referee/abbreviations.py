"""Abbreviations by language: those that are nothing else, and those that are when in capitals.

Own selection. Laser, radar and sonar are words by now, and so are okay and yuppie.
"""

from collections.abc import Set as AbstractSet

from undercast.rules.findings import Verdict

Listed = tuple[AbstractSet[str], AbstractSet[str]]


def by_list(listed: Listed, word: str, *, capitals: bool) -> Verdict | None:
    """See `language.Language.abbreviation`."""
    always, in_capitals = listed
    surely = word in always or (capitals and word in in_capitals)
    return Verdict.ILLEGAL if surely else None


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_EVERYWHERE = _words("""
    adhd afaik aka asap atm bbc bbq bff bmw brb btw cctv cd cdrom ceo cfo cia cnn cpu css ctrl cv
    dc dhl diy dj dna dns dvd ebay ecg eeg faq fbi fifa fm fyi gdp gdpr gmo gmt gps gpu hbo hd hdmi
    hiv hq html http ibm idk imdb imho imo ios ip iq isbn jpeg jpg kfc kgb km kmh kpi lcd lgbt lmao
    lol lsd ltd mba mdma mms mp mph mri mtv nasa nba nfl nfc nhl nsa nsfw omg opec pc pdf phd png
    psg ptsd pvc qr rgb rofl rsvp rv sms ssd tba tbd tbh tcp tgif tnt tv uefa ufo uk unesco unicef
    url usa usb usd usp vhs vip vpn vr wc wifi wtf www xl xxl yolo
    """)

ENGLISH = _EVERYWHERE

SERBO_CROATIAN: Listed = (
    _EVERYWHERE
    | _words("""
    bdp bhrt bih cg drž fkk fnrj hbk hdz hkd hnk hns hrt hsp hžpp itd jna jmbg kpd mzos ndh npr odn
    okk osn pdv pmf rtl rts rtv sdp sfrj snp snsd srj stv tzv udba vmro zavnoh zgb ztm žrk žtp
    """),
    _words("""
    bit dm dr eu fb fk go hak hep hr hz ina jat kg kk kn kud kv mup nato nk nob oib ovk pik ppp pr
    rh rip rk rs sad sip sr st sub sz tj tz un uo ups vk
    """),
)

HINDI: Listed = (
    _EVERYWHERE
    | _words("""
    यूके यूएस यूएसए यूएन यूएई टीवी डीवीडी सीडी एमपी एमएलए यूपी एमसीडी बीजेपी भाजपा आरएसएस सीबीआई एफबीआई
    सीआईए आईएएस आईपीएस आईआईटी आईआईएम एनडीए यूपीए एटीएम पीएम सीएम डीएम एसपी डीएनए एचआईवी जीएसटी एसएमएस
    पीसी बीबीसी सीएनएन एनडीटीवी आईपीएल बीसीसीआई आईसीसी ओबीसी एससी एसटी एमबीए एमबीबीएस बीए बीएड एमए
    पीएचडी सीवी आईडी वीआईपी एफएम एनआरआई जेएनयू डीयू यूपीएससी बसपा माकपा भाकपा डीजे एसी एलईडी एलसीडी
    यूएसबी जीपीएस सीसीटीवी एनसीआर आरटीआई आरबीआई एसबीआई एलआईसी एफआईआर एलओएल ओएमजी डॉ
    """),
    frozenset(),
)
