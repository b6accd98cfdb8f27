"""A clean quarter of books, drawn from a seed, and how they are written down."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random

from content.rows import Rows

TABLES = ("CUSTOMERS", "INVOICES", "PAYMENTS", "BANK")
SKINS = (
    {
        "company": "Hexley Lifts",
        "service": "inspects and repairs lifts in shops, clinics and warehouses",
        "billing": "Tenorbook",
        "processor": "Cardway",
        "bank": "Northgate Bank",
        "prefix": "HX-",
    },
    {
        "company": "Brightwater Labs",
        "service": "tests drinking water for towns and bottlers",
        "billing": "Invoicery",
        "processor": "Paymill One",
        "bank": "the Merchant Bank of Esk",
        "prefix": "BW",
    },
    {
        "company": "Corrigan Print",
        "service": "prints labels and leaflets in small runs",
        "billing": "Foliobill",
        "processor": "Swiftpay",
        "bank": "Union Savings",
        "prefix": "CP/",
    },
    {
        "company": "Osterly Fleet",
        "service": "hires out vans by the week and by the season",
        "billing": "Ledgerline",
        "processor": "Chargepoint Pay",
        "bank": "Harbour & District",
        "prefix": "OF-",
    },
)
FIRST = """Abbot Belling Cadmore Dunster Everly Fenwick Garrow Hartnell Inkpen Jessop Kilburn
Lanyon Marsden Netley Oakham Penrose Quillan Redfern Selby Thurlow Upton Venner Wexcombe Yelland
"""
TRADE = "Bakeries|Pharmacies|Cold Storage|Nurseries|Dental|Motors|Joinery|Interiors|Catering|Marine"
FORM = ("Ltd", "Ltd", "Ltd", "GmbH", "BV", "SA", "Inc")
START, END = date(2025, 1, 1), date(2025, 3, 31)
STRANGERS = (("PO 7731", "Veld Holding BV"), ("PO 7732", "Veld Holding BV"))
# How each invoice was paid, by quota, so that every trap finds what it takes.
WAYS = {"card": 32, "dollars": 6, "bank": 20, "two": 6, "open": 14}
# Fields whose words may differ between a trap and its plain saying without meaning another thing.
SPELT = ("number", "id", "reference", "payer", "currency", "status", "at", "text")
STATES = ("status",)  # those of them that say what became of a row

HEADER = '''"""Exports for the first quarter of 2025, as they came.

CUSTOMERS  from the customer register
    id, name, country, terms_days (days allowed for payment)
INVOICES   from {billing}
    number, kind, customer (id), issued, due, currency, net, tax, total, status,
    relates_to (another document's number)
PAYMENTS   from {processor}, the card processor
    id, kind, at (UTC), reference (typed by the payer), payer, currency,
    amount (in the currency's minor unit), status
BANK       the statement of the account at {bank}
    booked (day/month/year), text, amount, currency
"""'''


def _booked(row):
    day, month, year = row["booked"].split("/")
    return (year, month, day)


ORDERS = {
    "CUSTOMERS": lambda row: row["id"],
    "INVOICES": lambda row: (row["issued"], row["number"]),
    "PAYMENTS": lambda row: (row["at"], row["id"]),
    "BANK": _booked,
}


def token(chance):
    return "pm_" + "".join(chance.choices("23456789abcdefghjkmnpqrstuvwxyz", k=10))


def cents(amount):
    return int(Decimal(amount) * 100)


def money(minor):
    return f"{Decimal(minor) / 100:.2f}"


def moment(day, chance):
    hour = chance.choice((7, 8, 9, 9, 10, 11, 13, 14, 15, 16, 18))
    return datetime(day.year, day.month, day.day, hour, *chance.choices(range(60), k=2))


def splits(total, first, exact):
    """The first part from `first` on whose float sum with the rest is the total, or falls short
    of it. None where none of 300 does, as for some totals."""
    for part in range(first, min(total, first + 300)):
        missing = total / 100 - (part / 100 + (total - part) / 100)
        if missing == 0 if exact else missing > 0:
            return part
    return None


def charge(rows, chance, key, day, reference, payer, amount, **more):
    row = {
        "id": token(chance),
        "kind": "charge",
        "at": moment(day, chance).isoformat() + "Z",
        "reference": reference,
        "payer": payer,
        "currency": "EUR",
        "amount": amount,
        "status": "succeeded",
    }
    rows.add("PAYMENTS", key, row | more)


def transfer(rows, key, day, text, amount):
    booked = day.strftime("%d/%m/%Y")
    row = {"booked": booked, "text": text, "amount": amount, "currency": "EUR"}
    rows.add("BANK", key, row)


def payer(rows, invoice):
    """The name of an invoice's customer."""
    wanted = rows[invoice]["customer"]
    return next(row["name"] for _, row in rows.of("CUSTOMERS") if row["id"] == wanted)


def clean(seed):
    chance = Random(f"books {seed}")
    rows = Rows(chance.choice(SKINS), TABLES)
    _customers(rows, chance)
    _invoices(rows, chance)
    for month, last in (("JAN", 31), ("FEB", 28), ("MAR", 31)):
        day = date(2025, START.month + ("JAN", "FEB", "MAR").index(month), last)
        transfer(rows, f"fee {month}", day, f"ACCOUNT CHARGES {month}", "-14.50")
    return rows


def _customers(rows, chance):
    for place, first in enumerate(chance.sample(FIRST.split(), 15)):
        row = {
            "id": f"C{2110 + 4 * place + chance.randrange(4)}",
            "name": f"{first} {chance.choice(TRADE.split('|'))} {chance.choice(FORM)}",
            "country": chance.choice(("GB", "GB", "IE", "DE", "NL", "FR", "US")),
            "terms_days": chance.choice((14, 21, 30, 30, 30)),
        }
        rows.add("CUSTOMERS", f"c{place}", row)


def _invoices(rows, chance):
    ways = [way for way, count in WAYS.items() for _ in range(count)]
    chance.shuffle(ways)
    workdays = [day for n in range(1, 78) if (day := START + timedelta(n)).weekday() < 5]
    days = sorted(chance.choices(workdays, k=len(ways)))
    customers = [row for _, row in rows.of("CUSTOMERS")]
    weights = [1 / (place + 1) ** 0.6 for place in range(len(customers))]
    serial = chance.randrange(30200, 30900)
    for place, (way, day) in enumerate(zip(ways, days, strict=True)):
        serial += chance.choice((1, 1, 1, 2))
        customer = chance.choices(customers, weights)[0]
        net = int(min(max(chance.lognormvariate(10.8, 0.8), 4200), 890000))
        tax = round(net * chance.choice((0.2, 0.2, 0.2, 0)))
        number = f"{rows.skin['prefix']}{serial}"
        row = {
            "number": number,
            "kind": "invoice",
            "customer": customer["id"],
            "issued": day.isoformat(),
            "due": (day + timedelta(customer["terms_days"])).isoformat(),
            "currency": "USD" if way == "dollars" else "EUR",
            "net": money(net),
            "tax": money(tax),
            "total": money(net + tax),
            "status": "issued",
            "relates_to": "",
        }
        rows.add("INVOICES", f"i{place}", row)
        latest = min(customer["terms_days"] + 4, (END - day).days - 3)
        paid = day + timedelta(chance.randint(1, max(latest, 1)))
        _pay(rows, chance, way, place, paid, number, customer["name"], net + tax)
        rows.spare.setdefault(way, []).append(f"i{place}")
    for keys in rows.spare.values():
        chance.shuffle(keys)


def _pay(rows, chance, way, place, day, number, name, total):
    """The payment of invoice `i<place>` gets the key `p<place>` or `b<place>`, a second one `q`."""
    match way:
        case "card":
            charge(rows, chance, f"p{place}", day, number, name, total)
        case "dollars":
            charge(rows, chance, f"p{place}", day, number, name, total, currency="USD")
        case "bank":
            transfer(rows, f"b{place}", day, f"{name.upper()} {number}", money(total))
        case "two":
            part = splits(total, total // 2 + 700, True)
            later = min(day + timedelta(6), END - timedelta(2))
            charge(rows, chance, f"p{place}", day, number, name, part)
            charge(rows, chance, f"q{place}", later, number, name, total - part)
