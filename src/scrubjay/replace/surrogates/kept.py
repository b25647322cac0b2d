"""The words around and inside names that are no names, and stay: titles, particles, degrees."""

TITLES = frozenset("dr drs mr mrs ms miss mister madam prof professor doctor sir rev fr".split())
FEMALE_TITLES = frozenset("mrs ms miss madam".split())
# Words inside names that are no names. The second row are also names of their own when they come first.
FIRM_PARTICLES = frozenset("de la del della der den von vom zu zum zur dos das da di st ste mac mc las los".split())
PARTICLES = FIRM_PARTICLES | frozenset("van al el le du do bin ibn ben bint abu ter ten af dal ap y e".split())
CONNECTORS = frozenset("and or of the und et with".split())
SUFFIXES = frozenset("jr sr ii iii iv esq".split())
CREDENTIALS = SUFFIXES | frozenset(
    "md rn phd np pac facs facp facc dds dmd mph bsn msn lpn lvn cna crna cnm aprn arnp fnp dnp pharmd rph "
    "psyd edd mba msw lcsw licsw mbbs mbchb frcp frcs pgy dpm dvm scd lmhc rd rdn ot pt dpt otr slp ccc emt".split()
)
# Degrees that are also names: they need capitals, and a comma or a name that is not all in capitals before them.
AMBIGUOUS_CREDENTIALS = frozenset("do ma pa ms ba bs pt ot an".split())
NO_NAMES = TITLES | PARTICLES | CONNECTORS | CREDENTIALS | AMBIGUOUS_CREDENTIALS

# Words of places that the list of everyday words does not have, or has among others.
PLACE_WORDS = frozenset(
    "st ste saint mt mount ft dr inc llc ltd corp co dept ctr cntr hosp hospital med univ rehab va icu er ed "
    "or ob gyn ent nicu picu micu sicu ccu pacu hmo snf".split()
)
SMALL_WORDS = frozenset("a an and at by for in of on or the to with de la los las del el".split())
STREET_WORDS = frozenset(
    "street st avenue ave av road rd drive dr lane ln boulevard blvd court ct place pl way terrace ter terr "
    "circle cir highway hwy parkway pkwy square sq route rte turnpike tpke trail trl alley plaza plz crescent "
    "loop row apt apartment suite ste unit floor fl room rm building bldg box po north south east west "
    "northeast northwest southeast southwest n s e w ne nw se sw of the and no number".split()
)
# Of these, what never is a street's name.
STREET_FIXTURES = frozenset(
    "apt apartment suite ste unit floor fl room rm building bldg box po route rte highway hwy of the and no "
    "number".split()
)
ROOM_WORDS = frozenset(
    "room rm bed bay ward floor fl unit suite ste building bldg wing pod desk office no number".split()
)
