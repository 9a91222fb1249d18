from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0013_public_names_and_search_engines'),
    ]

    operations = [
        migrations.DeleteModel(
            name='PairingJob',
        ),
    ]
